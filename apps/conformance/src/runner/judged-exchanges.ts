import type { Exchange } from '../exchanges/exchange.ts';
import { controlOutcome } from './control-outcome.ts';

/**
 * The exchanges of a recording that the verdicts are made of, in the order in which they were judged. Once a
 * control has failed, nothing counts that was sent after the last one that did not; where the recording was cut,
 * nothing that was sent after the last one at all. Nothing is under way while controls are sent.
 */
export function judgedExchanges(recorded: readonly Exchange[], { isCut = false } = {}): readonly Exchange[] {
  const { trusted, isOther } = lastTrusted(recorded.filter(isControl));
  const last = isOther || isCut ? trusted : Number.POSITIVE_INFINITY;
  return recorded
    .filter((exchange) => isJudged(exchange) && exchange.id < last)
    .toSorted((a, b) => a.id - b.id);
}

export function isControl({ origin }: Exchange): boolean {
  return origin.phase === 'control';
}

/** Whether an exchange is one that the verdicts are made of, as long as the target is what it was. */
export function isJudged({ origin }: Exchange): boolean {
  return origin.phase === 'judged' || origin.phase === 'recorded';
}

/** The number of the last exchange by which the target was what it was, and whether a later one showed that it no longer is. */
function lastTrusted(controls: readonly Exchange[]): { trusted: number; isOther: boolean } {
  const checks = Map.groupBy(controls, ({ origin }) => origin.case.round ?? 0);
  let trusted = 0;
  for (const [, exchanges] of [...checks].sort(([a], [b]) => a - b)) {
    if (controlOutcome(exchanges).target !== 'same') return { trusted, isOther: true };
    trusted = Math.max(...exchanges.map(({ id }) => id));
  }
  return { trusted, isOther: false };
}
