import { type Exchange, succeeded } from '../exchanges/exchange.ts';

/**
 * The exchanges of a recording that the verdicts are made of, in the order in which they were judged. Once a
 * control has failed, nothing counts that was sent after the last one that did not; where the recording was cut,
 * nothing that was sent after the last one at all. Nothing is under way while controls are sent.
 */
export function judgedExchanges(recorded: readonly Exchange[], { isCut = false } = {}): readonly Exchange[] {
  const { trusted, isLost } = lastTrusted(recorded.filter(isControl));
  const last = isLost || isCut ? trusted : Number.POSITIVE_INFINITY;
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
function lastTrusted(controls: readonly Exchange[]): { trusted: number; isLost: boolean } {
  const checks = Map.groupBy(controls, ({ origin }) => origin.case.round ?? 0);
  let trusted = 0;
  for (const [, exchanges] of [...checks].sort(([a], [b]) => a - b)) {
    if (!allAnswered(exchanges)) return { trusted, isLost: true };
    trusted = Math.max(...exchanges.map(({ id }) => id));
  }
  return { trusted, isLost: false };
}

/** Each question of a check may have taken a few tries; the last one counts. */
function allAnswered(exchanges: readonly Exchange[]): boolean {
  const questions = Map.groupBy(exchanges, ({ origin }) => origin.step);
  return [...questions.values()].every((tries) => {
    const last = tries.toSorted((a, b) => a.id - b.id).at(-1);
    return last !== undefined && succeeded(last) && last.transportError === undefined;
  });
}
