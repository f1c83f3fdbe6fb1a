import { expect, test } from 'vitest';
import { inTrouble } from './styles/in-trouble.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { randomStyle } from './styles/style-arbitrary.ts';

/** How many ways to fill the unspecified behavior are tried, from which seed on, and with how many requests: by default one that answers at once. */
const { FUZZ_RUNS = '1', FUZZ_SEED = '7', FUZZ_BUDGET = 'quick' } = process.env;
const seeds = Array.from({ length: Number(FUZZ_RUNS) }, (_, index) => Number(FUZZ_SEED) + index);

test.concurrent.each(seeds)(
  'a deployment that fills all unspecified behavior by the seed %i gets no finding',
  async (seed) => {
    const style = randomStyle(seed);
    // Every fifth time it is judged all the while it is driven, and whatever is found then ends the run.
    const bail = seed % 5 === 0 ? ['--bail'] : [];
    const args = ['--scenarios', '4', '--seed', `${seed}`, '--budget', FUZZ_BUDGET, ...bail];
    // Without its document and with it.
    const trouble = [1, 5, 6].includes(seed % 8) ? { wrap: inTrouble(seed) } : {};
    const told = {
      withDocument: seed % 2 === 0,
      withBindings: seed % 3 === 0,
      userAlone: seed % 7 === 3,
    };
    const { findings, summary } = await judgeStyle(style, { ...told, args, ...trouble });
    // Its document is drawn as well, so the deployment may break that; it never breaks the contract.
    const broken = findings.filter(({ basis }) => basis !== 'declared');
    expect(broken.map(({ rule, observed, steps }) => ({ rule, observed, steps }))).toEqual([]);
    expect(summary.ended).toBe('complete');
    expect(summary.rules.passed).toBeGreaterThanOrEqual(100);
  },
);
