import type { Observation, Observed } from '../../src/model/linearization.ts';

/** An observation made somewhere between two moments. */
export function seen(
  id: number,
  observed: Observed,
  from: number,
  to: number,
  mayStartJob = false,
): Observation {
  return { id, observed, from, to, mayStartJob };
}
