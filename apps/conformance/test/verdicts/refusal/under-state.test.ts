import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { judge } from '../../../src/verdicts/judge.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const { rules, operations } = await loadSpec();

/** What is said of the rule that `getBilling` answers 500 to an internal error. */
function verdictOf(exchange: Exchange): string | undefined {
  const rule = rules.filter(({ id }) => id === 'billing.get-failure-is-500');
  const background = { toolCall: undefined, consistencyWindowMs: 0, operations };
  return judge(toRecording([exchange], background), rule)[0]?.verdict;
}

function asked(status: number, state: string | undefined): Exchange {
  return exchangeOf({
    operation: 'getBilling',
    status,
    intent: {
      kind: 'refusal',
      rule: 'billing.get-failure-is-500',
      certain: true,
      ...(state === undefined ? {} : { state }),
    },
  });
}

const failing = 'the operation fails inside the platform';

test('the documented status under the state that the deployment was put into keeps the rule', () => {
  expect(verdictOf(asked(500, failing))).toBe('passed');
});

test.each([200, 404, 422])('status %i under that state breaks it', (status) => {
  expect(verdictOf(asked(status, failing))).toBe('failed');
});

test.each([429, 502, 503, 504])('status %i is of whatever stands before the deployment', (status) => {
  expect(verdictOf(asked(status, failing))).not.toBe('failed');
});

test('an internal error that was not arranged says nothing', () => {
  expect(verdictOf(asked(500, undefined))).not.toBe('passed');
});
