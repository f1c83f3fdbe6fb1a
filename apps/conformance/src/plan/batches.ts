import type { Case } from '../cases/case.ts';
import type { Plan } from './plan.ts';

/** So many drawn scenarios, and as many drawn histories, are judged together. */
const drawnTogether = 100;

/**
 * A run is driven and judged in batches, one after the other, so that no more than one has to be kept in memory. The
 * first has everything that is written; what is drawn needs nothing of what was drawn for another one.
 */
export function batchCount(plan: Plan): number {
  const { drawn, sequences } = plan;
  const lastDrawn = drawn === 0 ? 0 : batchOf({ number: drawn - 1 });
  return sequences.reduce((last, one) => Math.max(last, batchOf(one.drawn ?? {})), lastDrawn) + 1;
}

/** The batch, from 0, of a case; what is written is in the first. */
export function batchOf({ number = 0 }: Pick<Case, 'number'>): number {
  return Math.floor(number / drawnTogether);
}
