import type { Case } from '../cases/case.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { Plan } from './plan.ts';

/** So many drawn scenarios, and as many drawn histories, are judged together. */
const drawnTogether = 100;

/**
 * A run is driven and judged in batches, one after the other, so that no more than one has to be kept in memory. The
 * first has everything that is written, but for mutations where they are many; what is drawn needs nothing of what was
 * drawn for another one.
 */
export function batchCount(plan: Plan): number {
  const { drawn, sequences } = plan;
  const lastDrawn = drawn === 0 ? 0 : batchOf({ number: drawn - 1 });
  return sequences.reduce((last, one) => Math.max(last, batchOfSequence(one)), lastDrawn) + 1;
}

/** The batch, from 0, of a case; what is written is in the first, if it doesn't say another one. */
export function batchOf({ number = 0, batch }: Pick<Case, 'number' | 'batch'>): number {
  return batch ?? Math.floor(number / drawnTogether);
}

export function batchOfSequence({ batch, drawn }: Pick<Sequence, 'batch' | 'drawn'>): number {
  return batchOf({ ...drawn, batch });
}
