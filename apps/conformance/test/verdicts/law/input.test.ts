import { describe, expect, test } from 'vitest';
import { calls, verdictOfLaw } from './judge-law.ts';

const refusal = { kind: 'refusal', certain: true } as const;

describe('an internal error for bad input', () => {
  const law = 'law.bad-input-is-no-internal-error';
  const valid = { operation: 'getBundle', path: '/me/bundles/7' };
  const bad = (status: number) => ({
    operation: 'getBundle',
    path: '/me/bundles/x',
    status,
    intent: { kind: 'malformed-id', certain: true } as const,
  });
  const judged = (...statuses: readonly number[]) => verdictOfLaw(law, calls(valid, ...statuses.map(bad)));

  test('that comes each time is one', () => {
    expect(judged(422)).toBe('passed');
    expect(judged(500, 500, 500, 500)).toBe('failed');
  });

  test('that comes now and then, or whatever is asked, is not', () => {
    expect(judged(500, 500, 500, 404)).toBe('passed');
    expect(judged(500)).toBe('not-observed');
    const failing = [{ ...valid, status: 500 }, ...[500, 500, 500, 500].map(bad)];
    expect(verdictOfLaw(law, calls(...failing))).not.toBe('failed');
  });
});

describe('JSON', () => {
  const answer = (type: string | undefined, status = 200, body = '{"id":1}', operation = 'getBundle') => ({
    operation,
    status,
    body,
    headers: type === undefined ? [] : ([['content-type', type]] as const),
  });
  const judged = (law: string, ...given: Parameters<typeof answer>) =>
    verdictOfLaw(law, calls(answer(...given)));

  test('is called so, in whichever form', () => {
    const law = 'law.json-is-called-json';
    expect(judged(law, 'application/json; charset=utf-8')).toBe('passed');
    expect(judged(law, 'application/problem+json')).toBe('passed');
    expect(judged(law, undefined)).toBe('passed');
    expect(judged(law, 'text/html')).toBe('failed');
  });

  test('may be called otherwise where the body is unspecified, or is no record and no list', () => {
    const law = 'law.json-is-called-json';
    expect(judged(law, 'text/html', 200, '{"title":"x"}', 'getChatSocialPreview')).toBe('not-observed');
    expect(judged(law, 'text/plain', 200, '"a-jwt"', 'consumeCliAuthJwt')).toBe('not-observed');
  });

  test('is called so in errors too; an error in words need not be', () => {
    const law = 'law.json-error-is-called-json';
    expect(judged(law, 'text/html', 404)).toBe('failed');
    expect(judged(law, 'application/json', 404)).toBe('passed');
    expect(judged(law, 'text/html', 404, '<p>No.</p>')).toBe('not-observed');
  });
});

test('a signature that is not of the event is as good as none', () => {
  const rule = 'law.signature-covers-the-event';
  const event = (status: number) =>
    calls({ operation: 'receivePaymentEvent', status, intent: { ...refusal, rule } });
  expect(verdictOfLaw(rule, event(400))).toBe('passed');
  expect(verdictOfLaw(rule, event(200))).toBe('failed');
  expect(verdictOfLaw(rule, event(503))).toBe('not-observed');
});

test('an agent of which no theme was set has null for one', () => {
  const record = { id: 'a1', certain: true };
  const made = {
    operation: 'upsertAgent',
    body: '{"agent_id":"a1"}',
    resource: { ...record, family: 'agent', act: 'create' as const },
  };
  const read = (status: number) => ({
    operation: 'getAgentTheme',
    status,
    body: 'null',
    resource: { ...record, family: 'theme', act: 'read' as const },
  });
  const law = 'law.unset-theme-is-null';
  expect(verdictOfLaw(law, calls(made, read(200)))).toBe('passed');
  expect(verdictOfLaw(law, calls(made, read(404)))).toBe('failed');
  expect(verdictOfLaw(law, calls(made, read(404)), { consistencyWindowMs: 1_000 })).toBe('not-observed');
  expect(verdictOfLaw(law, calls(read(404)))).toBe('not-observed');
});

describe('a value past a bound', () => {
  const law = 'law.past-bound-is-not-taken';
  const ask = (
    operation: string,
    query: string,
    kind: 'past-bound' | 'at-bound',
    status: number,
    body = '{}',
  ) => ({
    operation,
    path: `/me/x?${query}`,
    status,
    body,
    intent: { kind, parameter: query.split('=')[0], certain: true } as const,
  });
  const works = [
    { operation: 'searchTools', body: '[1]' },
    { operation: 'getMonetizationSummary', body: '{"total":1}' },
  ];
  const others = (status: number) =>
    ['limit=0', 'limit=201', 'min_score=-1', 'min_score=2'].map((query) =>
      ask('searchTools', query, 'past-bound', status, '[1]'),
    );

  test('may be taken for the nearest one', () => {
    expect(
      verdictOfLaw(
        law,
        calls(
          ...works,
          ...others(200),
          ask('getMonetizationSummary', 'period=366', 'past-bound', 200, '{"total":1}'),
        ),
      ),
    ).toBe('not-observed');
  });

  test('is not taken by who refuses all others', () => {
    const taken = ask('getMonetizationSummary', 'period=366', 'past-bound', 200, '{"total":1}');
    expect(verdictOfLaw(law, calls(...works, ...others(422), taken))).toBe('failed');
  });

  test('is not taken by who refuses what is further past it', () => {
    const bound = ask('searchTools', 'limit=200', 'at-bound', 200, '[1]');
    const past = (limit: number, status: number) =>
      ask('searchTools', `limit=${limit}`, 'past-bound', status, '[1]');
    expect(verdictOfLaw(law, calls(...works, bound, past(201, 200), past(300, 422)))).toBe('failed');
    expect(verdictOfLaw(law, calls(...works, bound, past(201, 200), past(300, 200)))).toBe('not-observed');
  });

  test('is not taken as it is', () => {
    const bound = ask('getMonetizationSummary', 'period=365', 'at-bound', 200, '{"period":365}');
    const past = (period: number) =>
      ask('getMonetizationSummary', 'period=366', 'past-bound', 200, JSON.stringify({ period }));
    expect(verdictOfLaw(law, calls(...works, bound, past(365)))).toBe('not-observed');
    expect(verdictOfLaw(law, calls(...works, bound, past(366)))).toBe('failed');
  });
});
