import type { Sender, Sent } from './send.ts';

export interface BackOffOptions {
  /** Milliseconds on any clock that never goes back. */
  readonly now: () => number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** The time of day, in ms since 1970: a target may name a moment. */
  readonly today: () => number;
  /** Called when the target asks for a pause, in ms. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Called when nothing is sent for some ms, since the target that was there takes no connection. */
  readonly onAway?: ((milliseconds: number) => void) | undefined;
}

const mostTries = 6;
const firstWaitMs = 500;
const longestWaitMs = 60_000;

export interface BackOff {
  /** Makes a sender wait, and send again, until the signal stops it: what would have to wait then is not sent. */
  readonly over: (sender: Sender, signal: AbortSignal) => Sender;
  /** For so many ms from now on none of the senders sends anything. */
  readonly rest: (milliseconds: number) => void;
}

/**
 * Waits where the target answers 429, for as long as its Retry-After says, and sends again; meanwhile none of the
 * senders sends anything. Rate limits are not shown, so no answer of this kind says anything of a rule. A target that was
 * there and takes no connection may be started anew: it is waited for once, since nothing of a request has reached it.
 */
export function createBackOff({ now, pause, today, onWait, onAway }: BackOffOptions): BackOff {
  let openAt = Number.NEGATIVE_INFINITY;
  /** Whether the target was there, and is not away for good. */
  let isExpected = false;
  /** Pauses since it was there. */
  let awayPauses = 0;
  const open = async (signal: AbortSignal): Promise<void> => {
    while (openAt > now() && !signal.aborted) await pause(openAt - now(), signal);
  };
  /** Those that were under way already are refused for the same reason, and wait no longer than the others. */
  const hold = (wait: number, tell?: (milliseconds: number) => void): void => {
    const at = now();
    if (at + wait <= openAt) return;
    tell?.(openAt > at ? at + wait - openAt : wait);
    openAt = at + wait;
  };
  /** Holds all senders where it is worth another try. */
  const holdFor = (sent: Sent, attempt: number): boolean => {
    if (isUnreachable(sent)) return holdForReturn();
    if (sent.response !== undefined) {
      isExpected = true;
      awayPauses = 0;
    }
    if (sent.response?.status !== 429 || attempt === mostTries) return false;
    hold(Math.min(askedFor(sent, today()) ?? backOffMs(attempt), longestWaitMs), onWait);
    return true;
  };
  const holdForReturn = (): boolean => {
    if (!isExpected || openAt > now()) return isExpected;
    awayPauses += 1;
    if (awayPauses === mostTries) isExpected = false;
    else hold(backOffMs(awayPauses), onAway);
    return isExpected;
  };
  const over: BackOff['over'] = (sender, signal) => ({
    ...sender,
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        await open(signal);
        if (openAt > now()) return undefined;
        const sent = await sender.send(request);
        if (sent === undefined || !holdFor(sent, attempt) || signal.aborted) return sent;
      }
    },
  });
  return {
    over,
    rest: hold,
  };
}

/** Before the try after that one. */
function backOffMs(attempt: number): number {
  return firstWaitMs * 2 ** (attempt - 1);
}

/** Whether there was not even a connection. */
function isUnreachable({ transportError }: Sent): boolean {
  return transportError?.kind === 'refused';
}

/** What Retry-After says, in ms: seconds, or a moment. */
function askedFor({ response }: Sent, today: number): number | undefined {
  const [, value] = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - today);
}
