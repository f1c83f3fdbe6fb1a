import type { Ending } from '../exchanges/ending.ts';

/** Ends a run early, once and for one reason. */
export interface Stop {
  /** Aborted when no more is to be driven, for whatever reason. */
  readonly signal: AbortSignal;
  readonly because: (ending: Exclude<Ending, 'complete' | 'interrupted'>) => void;
  readonly ending: () => Ending;
}

/** @param interrupted aborted when the user stops the run */
export function createStop(interrupted: AbortSignal): Stop {
  const controller = new AbortController();
  let ending: Ending = 'complete';
  const stop = (because: Ending): void => {
    if (ending !== 'complete') return;
    ending = because;
    controller.abort();
  };
  if (interrupted.aborted) stop('interrupted');
  interrupted.addEventListener('abort', () => stop('interrupted'), { once: true });
  return { signal: controller.signal, because: stop, ending: () => ending };
}
