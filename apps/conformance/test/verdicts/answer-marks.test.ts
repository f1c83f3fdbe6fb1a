import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { saySame } from '../../src/verdicts/answer-marks.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { calls } from './law/judge-law.ts';

const { operations } = await loadSpec();

/** Whether the last two of some answers say the same, the bodies of which a test makes by their number. */
function lastTwoSaySame(bodyOf: (number: number) => unknown): boolean {
  const reads = operations.filter(({ method, api }) => method === 'GET' && api === 'user');
  const given = Array.from({ length: 30 }, (_, index) => ({
    operation: reads[index % reads.length]?.id ?? '',
    body: JSON.stringify(bodyOf(index)),
  }));
  const exchanges = calls(...given);
  const [one, other] = exchanges.slice(-2);
  const recording = toRecording(exchanges, { toolCall: undefined, consistencyWindowMs: 0, operations });
  return one !== undefined && other !== undefined && saySame(one, other, recording);
}

test('the number of a request, which each answer has, makes no difference', () => {
  expect(lastTwoSaySame((number) => ({ meta: { request: `request ${number}` }, total: 7 }))).toBe(true);
});

test('what some of the answers have makes one, and so does all else', () => {
  expect(lastTwoSaySame((number) => (number % 3 ? { id: number, total: 7 } : { total: 7 }))).toBe(false);
  expect(lastTwoSaySame((number) => ({ meta: { request: number }, total: number % 2 }))).toBe(false);
});
