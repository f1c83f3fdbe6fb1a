import type { Exchange } from '../exchanges/exchange.ts';
import { chapterCount, chapterOf } from '../plan/chapters.ts';
import type { Plan } from '../plan/plan.ts';
import { isControl, isJudged, judgedExchanges } from './judged-exchanges.ts';

/**
 * The judged exchanges of a recording, chapter by chapter as they were driven, so that no more than one is in memory;
 * those of joined shards one shard after the other.
 *
 * @param recording starts to read it anew
 */
export async function* recordedChapters(
  recording: () => AsyncIterable<Exchange>,
  plan: Plan,
): AsyncGenerator<readonly Exchange[]> {
  const controls: Exchange[] = [];
  for await (const exchange of recording()) if (isControl(exchange)) controls.push(exchange);
  let chapter: Exchange[] = [];
  let ended = 0;
  let part: number | undefined;
  for await (const exchange of recording()) {
    if (!isJudged(exchange)) continue;
    if (exchange.part !== part && part !== undefined) {
      yield judgedExchanges([...chapter, ...controls]);
      chapter = [];
      ended = 0;
    }
    part = exchange.part;
    for (const its = chapterOf(exchange.scenario, plan); ended < its; ended += 1) {
      yield judgedExchanges([...chapter, ...controls]);
      chapter = [];
    }
    chapter.push(exchange);
  }
  for (; ended < chapterCount(plan); ended += 1) {
    yield judgedExchanges([...chapter, ...controls]);
    chapter = [];
  }
}
