import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import { createBatchJudge } from '../verdicts/judge-batches.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { recordedBatches } from './recorded-batches.ts';

export interface Recorded {
  readonly plan: Plan;
  readonly exchanges: () => AsyncIterable<Exchange>;
  /** Whether the run ended before its end. */
  readonly isCut: boolean;
}

/** Judges a recording from the disk, batch by batch, without any request. */
export async function judgeRecording(
  { plan, exchanges, isCut }: Recorded,
  operations: readonly Operation[],
): Promise<readonly Verdict[]> {
  const judge = createBatchJudge(plan.rules, backgroundOf(plan, operations));
  for await (const batch of recordedBatches(exchanges, plan, { isCut })) judge.close(batch.exchanges, batch);
  return judge.verdicts();
}
