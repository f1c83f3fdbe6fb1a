import { expect, test } from 'vitest';
import { type Depth, depths, namedMutant, randomMutant } from './random-mutants/random-mutant.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

const [style] = namedStyles;

/** One fault of each depth; bench/conformance/kill-rate.ts draws as many as one likes. */
const faults: readonly [Depth, operator: string, subject: string][] = [
  ['request', 'array comes in an object', 'GET /me/agents'],
  ['sequence', 'messages are turned round', 'GET {agent_id}/{run_id}'],
  ['timing', 'upper bound is one too high', 'GET /me/monetization/earnings'],
];

test.each(faults)('a fault at the depth %s is found: %s, %s', async (depth, operator, subject) => {
  const { wrap } = namedMutant(style, depth, [operator, subject]);
  const { findings } = await judgeStyle(style, { withDocument: true, args: ['--scenarios', '0'], wrap });
  expect(findings.length).toBeGreaterThan(0);
});

test('the same seed makes the same mutant', () => {
  const nameOf = (depth: Depth, seed: number): string => {
    const { operator, subject } = randomMutant(style, depth, seed);
    return `${operator}, ${subject}`;
  };
  for (const depth of depths) {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const first = seeds.map((seed) => nameOf(depth, seed));
    expect(seeds.map((seed) => nameOf(depth, seed))).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(10);
  }
});
