import { expect, test } from 'vitest';
import { historyKeepsResponses } from '../../src/verdicts/checks/run/history-keeps-responses.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const rule = {
  id: 'run.history-keeps-responses',
  basis: 'stated' as const,
  section: '1',
  text: '',
  operations: [],
};
const asked = { role: 'user', content: 'Hello' };
const answered = { role: 'assistant', content: 'Good day' };

const turn = exchangeOf({
  operation: 'startRun',
  transport: 'text',
  request: { method: 'POST', url: 'http://target.test/agent', body: '{"message":"Hello"}' },
  sent: { kind: 'plain', text: 'Hello' },
  headers: [['x-service-run-id', 'run']],
  body: 'Good day',
});

/** Judges a turn that was over at 2 ms and the GETs after it, each with the time when it was sent. */
function judge(...reads: readonly (readonly [sentAt: number, messages: readonly unknown[]])[]) {
  const exchanges = reads.map(([sentAt, messages], index) =>
    exchangeOf({ id: index + 2, sentAt, body: JSON.stringify(messages) }),
  );
  const recording = toRecording([turn, ...exchanges], {
    toolCall: undefined,
    consistencyWindowMs: 1_000,
    operations: [],
  });
  const { subjects, findings } = historyKeepsResponses.judge(recording, rule);
  return { subjects, findings: findings.length };
}

test('a response that is there at once is kept', () => {
  expect(judge([10, [asked, answered]])).toEqual({ subjects: 1, findings: 0 });
});

test('nothing is said of a response that may still come', () => {
  expect(judge([10, [asked]])).toEqual({ subjects: 0, findings: 0 });
});

test('a response that comes a little later is kept', () => {
  expect(judge([10, [asked]], [150, [asked, answered]])).toEqual({ subjects: 1, findings: 0 });
});

test('a response that is not there after a second is lost', () => {
  expect(judge([10, [asked]], [1_100, [asked]])).toEqual({ subjects: 1, findings: 1 });
});

test('nothing is said of a response where the next message came before it could be kept', () => {
  const next = exchangeOf({
    ...turn,
    id: 9,
    sentAt: 50,
    operation: 'continueRun',
    request: { method: 'PUT', url: 'http://target.test/agent/run' },
    sent: { kind: 'plain', text: 'And now?' },
  });
  const late = exchangeOf({
    id: 10,
    sentAt: 2_000,
    body: JSON.stringify([asked, { role: 'user', content: 'And now?' }, answered, answered]),
  });
  const recording = toRecording([turn, next, late], {
    toolCall: undefined,
    consistencyWindowMs: 1_000,
    operations: [],
  });
  expect(historyKeepsResponses.judge(recording, rule)).toMatchObject({ subjects: 1, findings: [] });
});
