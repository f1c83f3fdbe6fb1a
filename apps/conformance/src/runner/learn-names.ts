import { discoverySequencesAmong } from '../cases/sequences/discovery-sequences.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { Plan } from '../plan/plan.ts';
import type { Driver } from './driver.ts';
import type { RunOptions } from './run-options.ts';

/** What a whole run drives before anything else. */
export type Beginning = Pick<Plan, 'sequences'>;

/**
 * Drives what taught the whole run the names that a sequence needs: the sequences that are the first to meet its families of
 * records.
 */
export async function learnNames(
  driver: Driver,
  { calls }: Sequence,
  { beginning, operations, fieldMapping, signal }: RunOptions & { readonly beginning: Beginning },
): Promise<void> {
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  const familyOf = (id: string): string | undefined => contract.get(id)?.family;
  const families = new Set(calls.map(({ operation }) => familyOf(operation)));
  const discovery = discoverySequencesAmong(
    beginning.sequences.filter(({ quiet }) => !quiet),
    contract,
  );
  for (const one of discovery) {
    if (signal.aborted) return;
    if (one.calls.some(({ operation }) => families.has(familyOf(operation))))
      await driver.sequence(one, { phase: 'shrink', fieldMapping });
  }
}
