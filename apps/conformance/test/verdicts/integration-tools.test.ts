import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { rules, operations } = await loadSpec();
const rule = rules.filter(({ id }) => id === 'notifier.list-chats-limit-is-at-most-500');

describe('a tool that runs with valid input', () => {
  const run = (id: number, kind: 'tool-run' | 'mutation', answer: { status?: number; body: string }) =>
    exchangeOf({
      id,
      operation: 'runTool',
      request: { method: 'POST', url: 'http://target.test/me/tools/run/NOTIFIER_LIST_CHATS' },
      intent: { kind, parameter: 'limit', certain: true },
      ...answer,
    });
  const good = [
    run(1, 'tool-run', { body: '{"out":"[]","log":1}' }),
    run(2, 'tool-run', { body: '{"out":"[]","log":2}' }),
  ];
  const verdictOn = (answer: { status?: number; body: string }, before = good) => {
    const recording = toRecording([...before, run(3, 'mutation', answer)], {
      toolCall: undefined,
      consistencyWindowMs: 0,
      operations,
    });
    return judge(recording, rule)[0]?.verdict;
  };

  test.each([
    ['refuses', 'passed', { status: 400, body: '' }],
    ['gives the same result as before', 'failed', { body: '{"out":"[]","log":3}' }],
    ['has an error in its result', 'not-observed', { body: '{"out":"[]","log":3,"error":"limit"}' }],
    ['has other words in its result', 'not-observed', { body: '{"out":"too many","log":3}' }],
    ['is not there', 'not-observed', { status: 404, body: '' }],
    ['fails', 'not-observed', { status: 500, body: '' }],
  ])('and then with too high a limit %s: %s', (_does, verdict, answer) => {
    expect(verdictOn(answer)).toBe(verdict);
  });

  test('is not judged where its words differ from run to run: one of them may be the error', () => {
    const changing = [
      run(1, 'tool-run', { body: '{"out":"at once"}' }),
      run(2, 'tool-run', { body: '{"out":"a bit later"}' }),
    ];
    expect(verdictOn({ body: '{"out":"too many"}' }, changing)).toBe('not-observed');
  });

  test('is not judged where valid input was refused as well', () => {
    const refused = [
      run(1, 'tool-run', { status: 400, body: '' }),
      run(2, 'tool-run', { status: 400, body: '' }),
    ];
    expect(verdictOn({ status: 400, body: '' }, refused)).toBe('not-observed');
  });
});

describe('a tool that is listed', () => {
  const verdictOn = (inputSchema: object) => {
    const list = exchangeOf({
      operation: 'listTools',
      intent: { kind: 'valid', certain: true },
      request: { method: 'GET', url: 'http://target.test/me/tools/list' },
      body: JSON.stringify([{ name: 'NOTIFIER_LIST_CHATS', inputSchema }]),
    });
    return judge(toRecording([list], { toolCall: undefined, consistencyWindowMs: 0, operations }), rule)[0]
      ?.verdict;
  };
  const limit = { type: 'integer', maximum: 500 };
  const cursor = { type: 'string' };

  test.each([
    ['as documented', 'passed', { properties: { limit, cursor } }],
    ['without the bound', 'passed', { properties: { limit: { type: 'integer' }, cursor } }],
    ['with a narrower bound', 'passed', { properties: { limit: { ...limit, maximum: 100 }, cursor } }],
    ['with another parameter besides', 'passed', { properties: { limit, cursor, page: limit } }],
    [
      'with everything required, and null for what is left out',
      'passed',
      { properties: { limit: { anyOf: [limit, { type: 'null' }] }, cursor }, required: ['limit'] },
    ],
    ['with a wider bound', 'failed', { properties: { limit: { ...limit, maximum: 1000 }, cursor } }],
    ['with a text for the limit', 'failed', { properties: { limit: cursor, cursor } }],
    ['without the limit', 'failed', { properties: { cursor } }],
    ['with a limit that is required', 'failed', { properties: { limit, cursor }, required: ['limit'] }],
  ])('%s has %s', (_how, verdict, schema) => {
    expect(verdictOn({ type: 'object', ...schema })).toBe(verdict);
  });
});
