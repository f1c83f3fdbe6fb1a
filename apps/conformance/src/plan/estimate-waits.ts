import type { Sequence } from '../cases/sequences/sequence.ts';
import type { Plan } from './plan.ts';
import { inShard } from './shard.ts';

/** What sequences are made of that takes time besides requests. */
export interface Waits {
  /** Requests that are sent one after the other, when nothing else is. */
  readonly requests: number;
  /** How often something is waited for until it shows everywhere: alone, and beside what else goes on. */
  readonly alone: number;
  readonly beside: number;
}

/** Every second one that is looked for has to be looked for again. */
const perExpectation = 0.5;

/** What a run of a plan waits for; what a job takes is not known. */
export function estimateWaits({ sequences, shard }: Plan): Waits {
  const [quiet, others] = [true, false].map((isQuiet) =>
    inShard(sequences, shard).filter((one) => (one.quiet === true) === isQuiet),
  );
  const waitsIn = (some: readonly Sequence[] = []): number =>
    some
      .flatMap(({ calls }) => calls)
      .reduce((sum, { later, expects }) => sum + (later ? 1 : 0) + (expects ? perExpectation : 0), 0);
  const requests = (quiet ?? []).flatMap(({ calls }) => calls).reduce((sum, { times = 1 }) => sum + times, 0);
  return { requests, alone: waitsIn(quiet), beside: waitsIn(others) };
}
