import { discoverySequencesAmong } from '../cases/sequences/discovery-sequences.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { batchOfSequence } from '../plan/batches.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** The sequences of a batch, to be driven. */
export interface SequencesOfBatch {
  /**
   * Those that have nothing of each other's, several at once. What one of them finds out about names is known to those that
   * begin when all of them are over: what is sent never hangs on which of them is faster.
   */
  readonly together: () => Promise<void>;
  /** Those that compare what others might change, one after the other, when nothing else is driven. */
  readonly quiet: () => Promise<void>;
}

export function createSequences(driver: Driver, options: RunOptions, batch: number): SequencesOfBatch {
  const { plan, operations, fieldMapping, concurrency, signal, onEvent } = options;
  const all = inShard(plan.sequences, plan.shard);
  const sequences = all.filter((sequence) => batchOfSequence(sequence) === batch);
  let done = all.filter((sequence) => batchOfSequence(sequence) < batch).length;
  const one = async (sequence: Sequence, own: FieldMapping): Promise<void> => {
    if (signal.aborted) return;
    await driver.sequence(sequence, { fieldMapping: own });
    if (signal.aborted) return;
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'sequences', done, total: all.length });
  };
  const together = async (some: readonly Sequence[]): Promise<void> => {
    const forks = some.map((sequence) => ({ sequence, own: fieldMapping.fork() }));
    await inParallel(forks, concurrency, ({ sequence, own }) => one(sequence, own));
    for (const { own } of forks) fieldMapping.adopt(own);
  };
  const quiet = sequences.filter((sequence) => sequence.quiet);
  const others = sequences.filter((sequence) => !sequence.quiet);
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  const discovery = batch === 0 ? discoverySequencesAmong(others, contract) : [];
  return {
    together: async () => {
      await together(discovery);
      await together(others.filter((sequence) => !discovery.includes(sequence)));
    },
    quiet: async () => {
      await inParallel(quiet, 1, (sequence) => one(sequence, fieldMapping));
    },
  };
}
