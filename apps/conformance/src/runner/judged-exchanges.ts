import type { Exchange } from '../exchanges/exchange.ts';

/** Names of the scenarios whose exchanges are recorded but not judged with the rest. */
export const unjudged = { preflight: 'preflight', smaller: 'smaller', cleanUp: 'clean-up' } as const;

/** The exchanges of a recording that the verdicts are made of, in the order in which they were judged. */
export function judgedExchanges(recorded: readonly Exchange[]): readonly Exchange[] {
  const aside: readonly string[] = Object.values(unjudged);
  return recorded
    .filter(({ scenario }) => !aside.includes(scenario.split('/')[0] ?? ''))
    .toSorted((a, b) => a.id - b.id);
}
