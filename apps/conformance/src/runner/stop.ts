import type { Ending } from '../exchanges/ending.ts';

type Cut = Exclude<Ending, 'complete'>;

/** Ends a run early, once and for one reason. */
export interface Stop {
  /** Aborted when no more is to be driven, for whatever reason: `endingOf` tells it. */
  readonly signal: AbortSignal;
  readonly because: (ending: Exclude<Cut, 'interrupted'>) => void;
  readonly ending: () => Ending;
  /** The limit of time holds no longer. */
  readonly release: () => void;
}

/** What a run is aborted with, for all that it is made of. */
class Stopped extends Error {
  override readonly name = 'AbortError';
  readonly ending: Cut;

  constructor(ending: Cut) {
    super(`The run was ended: ${ending}.`);
    this.ending = ending;
  }
}

/** The longest that a timer can be set to, in ms: some 24 days. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * @param interrupted aborted when the user stops the run, or when all that it is a part of is ended
 * @param maxTimeMs after how long it ends by `max-time`, in ms; undefined for no limit
 * @param onStop called once it is ended, with how
 */
export function createStop(
  interrupted: AbortSignal,
  maxTimeMs?: number,
  onStop?: (ending: Ending) => void,
): Stop {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (because: Cut): void => {
    if (!signal.aborted) controller.abort(new Stopped(because));
  };
  const follow = (): void => {
    const ending = endingOf(interrupted);
    stop(ending === 'complete' ? 'interrupted' : ending);
  };
  if (interrupted.aborted) follow();
  signal.addEventListener('abort', () => onStop?.(endingOf(signal)), { once: true });
  interrupted.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => stop('max-time'), maxTimeMs ?? longestTimerMs);
  timer.unref();
  return { signal, because: stop, ending: () => endingOf(signal), release: () => clearTimeout(timer) };
}

/** How what a signal is for has ended so far; a signal that tells no reason is the user's. */
export function endingOf({ aborted, reason }: AbortSignal): Ending {
  if (!aborted) return 'complete';
  return reason instanceof Stopped ? reason.ending : 'interrupted';
}
