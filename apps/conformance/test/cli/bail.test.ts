import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { namedMutant } from '../random-mutants/random-mutant.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { namedStyles } from '../styles/named-styles.ts';

const [style] = namedStyles;
const judgeWith = (...args: string[]) => {
  const { wrap } = namedMutant(style, 'request', ['array comes in an object', 'GET /me/agents']);
  return judgeStyle(style, {
    withDocument: true,
    args: ['--scenarios', '0', '--seed', '7', '--rules', 'agents.,chats.', ...args],
    wrap,
  });
};

let bailed: Report;
beforeAll(async () => {
  bailed = await judgeWith('--bail');
});

test('--bail stops at the first finding, cleans up, and says so', () => {
  const { summary, rules, cleanUp, findings } = bailed;
  expect(summary).toMatchObject({ verdict: 'violates', exitCode: 1, ended: 'first-finding' });
  expect(findings.length).toBeGreaterThan(0);
  expect(cleanUp.leftovers).toEqual([]);
  const reasons = rules.filter(({ verdict }) => verdict === 'not-observed').map(({ reason }) => reason);
  const cut = reasons.filter((reason) => !reason?.startsWith('needs '));
  expect(cut.length).toBeGreaterThan(0);
  for (const reason of cut)
    expect(reason).toMatch(/^not (sent|seen): the run was ended by its first finding after \d+ of about /);
});

test('the same run without --bail sends far more', async () => {
  const whole = await judgeWith();
  expect(whole.summary.ended).toBe('complete');
  expect(bailed.summary.requests).toBeLessThan(whole.summary.requests / 2);
});
