import { expect, test } from 'vitest';
import { randomStyle } from '../styles/style-arbitrary.ts';
import { judgeMeddled } from './meddled.ts';

/** Drawn at random; bench/conformance tries a hundred. */
const seeds = Array.from({ length: Number(process.env.FUZZ_RUNS ?? 3) }, (_, index) => index + 1);

test.each(seeds)(
  'what somebody unseen changes of the same users is no finding at the style of seed %i',
  async (seed) => {
    const { verdicts, passed } = await judgeMeddled(randomStyle(seed), seed);
    const found = verdicts.flatMap(({ rule, findings }) =>
      findings.map(({ check, operation, expected, observed }) => ({
        rule,
        check,
        operation,
        expected,
        observed,
      })),
    );
    expect(found).toEqual([]);
    expect(passed.length).toBeGreaterThan(100);
  },
);
