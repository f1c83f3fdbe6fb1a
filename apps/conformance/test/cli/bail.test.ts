import { expect, test } from 'vitest';
import { namedMutant } from '../random-mutants/random-mutant.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { namedStyles } from '../styles/named-styles.ts';

const [style] = namedStyles;
const judgeWith = (...args: string[]) => {
  const { wrap } = namedMutant(style, 'request', ['array comes in an object', 'GET /me/agents']);
  return judgeStyle(style, { withDocument: true, args: ['--scenarios', '0', '--seed', '7', ...args], wrap });
};

test('--bail stops at the first finding, cleans up, and says so', async () => {
  const { summary, rules, cleanUp, findings } = await judgeWith('--bail');
  expect(summary).toMatchObject({ verdict: 'violates', exitCode: 1, ended: 'first-finding' });
  expect(findings.length).toBeGreaterThan(0);
  expect(cleanUp.leftovers).toEqual([]);
  const reasons = rules.filter(({ verdict }) => verdict === 'not-observed').map(({ reason }) => reason);
  expect([...new Set(reasons)]).toEqual(['the run was stopped at its first finding']);
});

test('the same run without --bail sends far more', async () => {
  const [bailed, whole] = [await judgeWith('--bail'), await judgeWith()];
  expect(whole.summary.ended).toBe('complete');
  expect(bailed.summary.requests).toBeLessThan(whole.summary.requests / 2);
});
