import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { conditionOf } from '../../src/report/curl-condition.ts';
import type { KeptAnswer } from '../../src/report/curl-filter.ts';
import type { Departure } from '../../src/verdicts/findings/finding.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const findingOf = (departure: Departure): JudgedFinding => ({
  check: 'a',
  cause: 'a:b',
  case: { kind: 'sequence', id: 'a' },
  operation: 'x',
  exchanges: [],
  ...departure,
});

const answer = (step: number, path: string, body: unknown): KeptAnswer => ({
  exchange: exchangeOf({
    step,
    operation: 'read',
    request: { method: 'GET', url: `http://target.test/me${path}` },
    body: JSON.stringify(body),
  }),
  variable: `BODY_${step}`,
});

/** Whether the condition holds where these answers come. */
function holds(condition: string | undefined, answers: Readonly<Record<string, string>>): boolean {
  const env = { PATH: process.env.PATH, ...answers };
  return spawnSync('bash', ['-c', condition ?? 'exit 9'], { env }).status === 0;
}

test('what a list should hold must be there when it is read', () => {
  const finding = findingOf({
    expected: { kind: 'listed', record: { family: 'subscription', id: 'agent-1' }, times: 1 },
    observed: { kind: 'listed', times: 0, length: 2 },
  });
  const condition = conditionOf(
    finding,
    [answer(1, '/subscriptions/agent-1', { agent: 'agent-1' })],
    new Map(),
  );
  expect(holds(condition, { BODY_1: '{"agent":"agent-1"}' })).toBe(true);
  expect(holds(condition, { BODY_1: '{"detail":"agent-1 is unknown"}' })).toBe(false);
});

test('what two values have in common must still be said of both alike', () => {
  const finding = findingOf({
    expected: { kind: 'status', oneOf: ['success'] },
    observed: { kind: 'status', status: 400 },
  });
  const asked = [
    answer(1, '/slug?slug=one', { slug: 'one', free: true }),
    answer(2, '/slug?slug=two', { slug: 'two', free: true }),
  ];
  const condition = conditionOf(finding, asked, new Map([['one', 'SLUG_1']]));
  const two = '{"slug":"two","free":true}';
  expect(holds(condition, { SLUG_1: 'new', BODY_1: '{"slug":"new","free":true}', BODY_2: two })).toBe(true);
  expect(holds(condition, { SLUG_1: 'new', BODY_1: '{"slug":"new","free":false}', BODY_2: two })).toBe(false);
});

test('what needs nothing has no condition', () => {
  const finding = findingOf({
    expected: { kind: 'status', oneOf: [200] },
    observed: { kind: 'status', status: 500 },
  });
  expect(conditionOf(finding, [], new Map())).toBeUndefined();
});
