import type { Sender, Sent } from './send.ts';

export interface BackOffOptions {
  /** Milliseconds on any clock that never goes back. */
  readonly now: () => number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** The time of day, in ms since 1970: a target may name a moment. */
  readonly today: () => number;
  /** Called when the target asks for a pause, in ms. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
}

const mostTries = 6;
const firstWaitMs = 500;
const longestWaitMs = 60_000;

export interface BackOff {
  /** Makes a sender wait, and send again, until the signal stops it. */
  readonly over: (sender: Sender, signal: AbortSignal) => Sender;
  /** For so many ms from now on none of the senders sends anything. */
  readonly rest: (milliseconds: number) => void;
}

/**
 * Waits where the target answers 429, for as long as its Retry-After says, and sends again; meanwhile none of the
 * senders sends anything. Rate limits are not shown, so no answer of this kind says anything of a rule.
 */
export function createBackOff({ now, pause, today, onWait }: BackOffOptions): BackOff {
  let openAt = Number.NEGATIVE_INFINITY;
  const open = async (signal: AbortSignal): Promise<void> => {
    while (openAt > now() && !signal.aborted) await pause(openAt - now(), signal);
  };
  /** Those that were under way already are refused for the same reason, and wait no longer than the others. */
  const hold = (wait: number): void => {
    const at = now();
    if (at + wait <= openAt) return;
    onWait?.(openAt > at ? at + wait - openAt : wait);
    openAt = at + wait;
  };
  const over: BackOff['over'] = (sender, signal) => ({
    ...sender,
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        await open(signal);
        const sent = await sender.send(request);
        if (sent?.response?.status !== 429 || attempt === mostTries || signal.aborted) return sent;
        const wait = Math.min(askedFor(sent, today()) ?? firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
        hold(wait);
      }
    },
  });
  return {
    over,
    rest: (milliseconds) => {
      openAt = Math.max(openAt, now() + milliseconds);
    },
  };
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
