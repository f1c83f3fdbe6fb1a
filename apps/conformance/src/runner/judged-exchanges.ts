import { type Exchange, succeeded } from '../exchanges/exchange.ts';

/** Names of the scenarios whose exchanges are recorded but not judged with the rest. */
export const unjudged = {
  preflight: 'preflight',
  control: 'control',
  smaller: 'smaller',
  cleanUp: 'clean-up',
} as const;

/**
 * The exchanges of a recording that the verdicts are made of, in the order in which they were judged. Once a
 * control has failed, nothing counts that was sent after the last one that did not.
 */
export function judgedExchanges(recorded: readonly Exchange[]): readonly Exchange[] {
  const last = lastTrusted(recorded.filter(isControl));
  return recorded
    .filter((exchange) => isJudged(exchange) && exchange.id < last)
    .toSorted((a, b) => a.id - b.id);
}

export function isControl({ scenario }: Exchange): boolean {
  return scenario.startsWith(`${unjudged.control}/`);
}

const aside: ReadonlySet<string> = new Set(Object.values(unjudged));

/** Whether an exchange is one that the verdicts are made of, as long as the target is what it was. */
export function isJudged({ scenario }: Exchange): boolean {
  return !aside.has(scenario.split('/')[0] ?? '');
}

/** The number from which on the target was not what it was; infinite where no control failed. */
function lastTrusted(controls: readonly Exchange[]): number {
  const checks = Map.groupBy(controls, ({ scenario }) => Number(scenario.split('/')[1]));
  let trusted = 0;
  for (const [, exchanges] of [...checks].sort(([a], [b]) => a - b)) {
    if (!allAnswered(exchanges)) return trusted;
    trusted = Math.max(...exchanges.map(({ id }) => id));
  }
  return Number.POSITIVE_INFINITY;
}

/** Each question of a check may have taken a few tries; the last one counts. */
function allAnswered(exchanges: readonly Exchange[]): boolean {
  const questions = Map.groupBy(exchanges, ({ scenario }) => scenario);
  return [...questions.values()].every((tries) => {
    const last = tries.toSorted((a, b) => a.id - b.id).at(-1);
    return last !== undefined && succeeded(last) && last.fault === undefined;
  });
}
