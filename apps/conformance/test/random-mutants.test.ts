import { expect, test } from 'vitest';
import { harmless } from './random-mutants/harmless.ts';
import {
  type Depth,
  depths,
  namedMutant,
  operatorsOf,
  randomMutant,
} from './random-mutants/random-mutant.ts';
import { subjectsOf } from './random-mutants/subject.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

const [style] = namedStyles;

/** One fault of each depth; bench/conformance/kill-rate.ts draws as many as one likes. */
const faults: readonly [Depth, operator: string, subject: string, tag: string][] = [
  ['request', 'array comes in an object', 'GET /me/agents', 'agents'],
  ['sequence', 'messages are turned round', 'GET {agent_id}/{run_id}', 'runs'],
  ['timing', 'upper bound is one too high', 'GET /me/monetization/earnings', 'monetization'],
];

test.each(faults)('a fault at the depth %s is found: %s, %s', async (depth, operator, subject, tag) => {
  const { wrap } = namedMutant(style, depth, [operator, subject]);
  const args = ['--scenarios', '0', '--tags', tag];
  const { findings } = await judgeStyle(style, { withDocument: true, args, wrap });
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

test('every fault that is left out as harmless is one that could be made', () => {
  const operators = depths.flatMap(operatorsOf);
  const subjects = subjectsOf(style);
  const made = (operator: string, label: string): boolean => {
    const subject = subjects.find((one) => one.label === label);
    return subject !== undefined && operators.some(({ name, suits }) => name === operator && suits(subject));
  };
  const unmade = harmless.flatMap((one) =>
    one.subjects.filter((label) => !one.operators.some((operator) => made(operator, label))),
  );
  expect(unmade).toEqual([]);
});
