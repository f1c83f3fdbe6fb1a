import { expect, test } from 'vitest';
import { inTrouble } from './styles/in-trouble.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { randomStyle } from './styles/style-arbitrary.ts';

/** How many ways to fill the silences are tried, from which seed on, and with how many requests. */
const { LIAR_RUNS = '12', LIAR_SEED = '1', LIAR_BUDGET = 'quick' } = process.env;
const seeds = Array.from({ length: Number(LIAR_RUNS) }, (_, index) => Number(LIAR_SEED) + index);

test.concurrent.each(seeds)(
  'a deployment that fills every silence by the seed %i gets no finding',
  {
    timeout: 120_000,
  },
  async (seed) => {
    const style = randomStyle(seed);
    // Every third time it is judged all the while it is driven, and whatever is found then ends the run.
    const bail = seed % 3 === 0 ? ['--bail'] : [];
    const args = ['--scenarios', '4', '--seed', `${seed}`, '--budget', LIAR_BUDGET, ...bail];
    const trouble = seed % 5 === 0 ? { wrap: inTrouble(seed) } : {};
    const { findings, summary } = await judgeStyle(style, { withDocument: seed % 2 === 0, args, ...trouble });
    expect(findings.map(({ rule, observed, steps }) => ({ rule, observed, steps }))).toEqual([]);
    expect(summary.ended).toBe('complete');
    expect(summary.rules.passed).toBeGreaterThanOrEqual(100);
  },
);
