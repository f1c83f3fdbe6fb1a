import type { Call, Sequence } from '../cases/sequences/sequence.ts';
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
  const all = inShard(sequences, shard);
  const quiet = callsIn(all.filter((one) => one.quiet));
  const others = callsIn(all.filter((one) => !one.quiet));
  const requests = quiet.reduce((sum, { times = 1 }) => sum + times, 0);
  return { requests, alone: waitsIn(quiet), beside: waitsIn(others) };
}

function callsIn(sequences: readonly Sequence[]): readonly Call[] {
  return sequences.flatMap(({ calls }) => calls);
}

function waitsIn(calls: readonly Call[]): number {
  return calls.reduce((sum, { later, expects }) => sum + (later ? 1 : 0) + (expects ? perExpectation : 0), 0);
}
