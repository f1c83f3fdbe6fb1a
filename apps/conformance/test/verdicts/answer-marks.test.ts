import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { saySame } from '../../src/verdicts/answer-marks.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { calls } from './law/judge-law.ts';

const { operations } = await loadSpec();

/** Whether the last answers to two requests say the same, each of which was made twice; a test makes the bodies. */
function lastTwoSaySame(bodyOf: (number: number) => unknown): boolean {
  const reads = operations.filter(({ method, api }) => method === 'GET' && api === 'user');
  const given = Array.from({ length: 30 }, (_, index) => ({
    operation: reads[Math.floor(index / 2)]?.id ?? '',
    path: `/${Math.floor(index / 2)}`,
    body: JSON.stringify(bodyOf(index)),
  }));
  const exchanges = calls(...given);
  const [one, , other] = exchanges.slice(-3);
  const recording = toRecording(exchanges, { toolCall: undefined, consistencyWindowMs: 0, operations });
  return one !== undefined && other !== undefined && saySame(one, other, recording);
}

test('the number of a request, which each answer has, makes no difference', () => {
  expect(lastTwoSaySame((number) => ({ meta: { request: `request ${number}` }, total: 7 }))).toBe(true);
});

test('what is the same where the same is asked again makes one, and so does all else', () => {
  expect(lastTwoSaySame((number) => ({ id: Math.floor(number / 2), total: 7 }))).toBe(false);
  expect(lastTwoSaySame((number) => ({ meta: { request: number }, total: Math.floor(number / 2) % 2 }))).toBe(
    false,
  );
});
