import type { RequestAllowance } from './request-allowance.ts';
import type { RawRequest, Sender } from './send.ts';

export interface Limits {
  readonly allowance: RequestAllowance;
  readonly rateLimit: () => Promise<void>;
  /** Once aborted, nothing more is sent. */
  readonly signal: AbortSignal;
  /** Whether the request may create something that will have to be removed. */
  readonly mayCreate: (request: RawRequest) => boolean;
  /** Called when a request is not sent since the limit of requests is reached. */
  readonly onSpent: () => void;
}

/** A sender that keeps to the limits of a run; what it does not send has no answer. */
export function limitSender(sender: Sender, limits: Limits): Sender {
  const { allowance, rateLimit, signal, onSpent } = limits;
  return {
    ...sender,
    send: async (request) => {
      if (signal.aborted) return undefined;
      const mayCreate = limits.mayCreate(request);
      if (!allowance.take({ mayCreate })) {
        onSpent();
        return undefined;
      }
      await rateLimit();
      const sent = await sender.send(request);
      // The sender enters what it created first.
      if (mayCreate) setImmediate(allowance.settled);
      return sent;
    },
  };
}

/** A sender for what must be done at the end: it waits its turn, but is not stopped with the run. */
export function reserveSender(sender: Sender, { allowance, rateLimit }: Limits): Sender {
  return {
    ...sender,
    send: async (request) => {
      if (!allowance.takeReserved()) return undefined;
      await rateLimit();
      return sender.send(request);
    },
  };
}
