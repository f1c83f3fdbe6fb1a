import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { comesPieceByPiece } from '../../src/verdicts/checks/stream/comes-piece-by-piece.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations, rules } = await loadSpec();

/** An answer to a start whose first words came at a time, and its end at another; in ms. */
function answer({ first, end }: { readonly first: number; readonly end: number }) {
  const one = exchangeOf({
    api: 'workers',
    operation: 'startRun',
    identity: 'own',
    transport: 'text',
    sent: { kind: 'slow', text: 'Count to eight' },
    request: { method: 'POST', url: 'http://target.test/agents/1' },
  });
  const body = { text: 'one two', chunks: [{ at: first, bytes: 7 }], ended: 'complete' as const };
  return { ...one, sentAt: 0, response: { status: 200, headers: [], headersAt: 1, endedAt: end, body } };
}

function judged(...answers: readonly ReturnType<typeof answer>[]) {
  const [rule] = rules.filter(({ id }) => id === 'text.is-streamed');
  if (rule === undefined) throw new Error('The contract has no rule text.is-streamed.');
  const background = { toolCall: undefined, consistencyWindowMs: 0, operations };
  const { subjects, findings } = comesPieceByPiece.judge(toRecording(answers, background), rule);
  return { subjects, findings: findings.length };
}

const [late, early, quick] = [
  { first: 690, end: 700 },
  { first: 5, end: 700 },
  { first: 90, end: 95 },
];

test('slow answers that come whole at their end are found, each time of several', () => {
  expect(judged(answer(late), answer(late))).toEqual({ subjects: 2, findings: 1 });
});

test('one of several that comes piece by piece shows that the others were read late', () => {
  expect(judged(answer(late), answer(early))).toEqual({ subjects: 2, findings: 0 });
});

test('a single answer, and those that take no time, show nothing', () => {
  expect(judged(answer(late))).toEqual({ subjects: 0, findings: 0 });
  expect(judged(answer(quick), answer(quick))).toEqual({ subjects: 0, findings: 0 });
});
