import type { Exchange } from '../exchanges/exchange.ts';
import { batchCount, batchOf } from '../plan/batches.ts';
import type { Plan } from '../plan/plan.ts';
import { createBatchBounds } from '../traffic/batch-bounds.ts';
import type { BatchEnding } from '../verdicts/judge-batches.ts';
import { isControl, isJudged, judgedExchanges } from './judged-exchanges.ts';

export interface RecordedBatch extends BatchEnding {
  readonly exchanges: readonly Exchange[];
}

/**
 * The judged exchanges of a recording, batch by batch as they were driven, so that no more than one is in memory;
 * those of joined shards one shard after the other.
 *
 * @param recording starts to read it again
 * @param options.isCut whether the run was killed: nothing counts then that came after its last control
 */
export async function* recordedBatches(
  recording: () => AsyncIterable<Exchange>,
  plan: Plan,
  { isCut = false } = {},
): AsyncGenerator<RecordedBatch> {
  if (plan.source === 'traffic') {
    yield* batchesOfTraffic(recording);
    return;
  }
  const controls: Exchange[] = [];
  for await (const exchange of recording()) if (isControl(exchange)) controls.push(exchange);
  let batch: Exchange[] = [];
  let ended = 0;
  let part: number | undefined;
  for await (const exchange of recording()) {
    if (!isJudged(exchange)) continue;
    if (exchange.part !== part && part !== undefined) {
      yield { exchanges: judgedExchanges([...batch, ...controls], { isCut }), goesOn: false };
      batch = [];
      ended = 0;
    }
    part = exchange.part;
    for (const its = batchOf(exchange.origin.case); ended < its; ended += 1) {
      yield { exchanges: judgedExchanges([...batch, ...controls], { isCut }), goesOn: false };
      batch = [];
    }
    batch.push(exchange);
  }
  for (; ended < batchCount(plan); ended += 1) {
    yield { exchanges: judgedExchanges([...batch, ...controls], { isCut }), goesOn: false };
    batch = [];
  }
}

/** As they were judged while they came. */
async function* batchesOfTraffic(recording: () => AsyncIterable<Exchange>): AsyncGenerator<RecordedBatch> {
  const isFull = createBatchBounds();
  let batch: Exchange[] = [];
  for await (const exchange of recording()) {
    batch.push(exchange);
    if (!isFull(exchange)) continue;
    yield { exchanges: batch, goesOn: true };
    batch = [];
  }
  yield { exchanges: batch, goesOn: false };
}
