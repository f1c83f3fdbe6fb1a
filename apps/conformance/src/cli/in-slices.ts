import { setTimeout as pause } from 'node:timers/promises';
import type { Steps } from '../verdicts/steps.ts';

/** So long is worked at the most before others get the core, in ms, but for a step that takes longer by itself. */
const sliceMs = 1;
const restMs = 1;

/**
 * Gives what does work in slices with a rest between two: a thread beside it waits no longer than for the end of a slice.
 *
 * @param isAwaited whether somebody waits for what comes after the work: then there is no rest
 */
export function createSlices(isAwaited: () => boolean): <Result>(steps: Steps<Result>) => Promise<Result> {
  let rested = performance.now();
  return async (steps) => {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (performance.now() - rested < sliceMs || isAwaited()) continue;
      await pause(restMs);
      rested = performance.now();
    }
  };
}
