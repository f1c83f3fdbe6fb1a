import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { getIsMessageArray } from '../../../src/verdicts/checks/run/get-is-message-array.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { putToRun, startOfRun } from '../../helpers/run-calls.ts';

const rule = {
  id: 'run.get-is-message-array',
  basis: 'stated' as const,
  section: '4.1',
  text: '',
  operations: [],
};

const start = startOfRun('background');
const read = (sentAt: number, status: number): Exchange =>
  exchangeOf({ id: sentAt, sentAt, status, body: status === 200 ? '[]' : '' });

/** What is said of a run that was started at 0 ms, where it may take a second until it shows. */
function statusesFound(...calls: readonly Exchange[]) {
  const recording = toRecording([start, ...calls], {
    toolCall: undefined,
    consistencyWindowMs: 1_000,
    operations: [],
  });
  return getIsMessageArray.judge(recording, rule).findings.map(({ expected, observed }) => ({
    because: 'because' in expected ? expected.because?.kind : undefined,
    status: 'status' in observed ? observed.status : undefined,
  }));
}

test('a run that was read is there afterwards', () => {
  expect(statusesFound(read(10, 200), read(20, 404))).toEqual([{ because: 'run-read-before', status: 404 }]);
});

test('a run that is read later was there before, when time enough had gone by', () => {
  expect(statusesFound(read(2_000, 404), read(3_000, 200))).toEqual([
    { because: 'run-shown-later', status: 404 },
  ]);
  expect(statusesFound(read(10, 404), read(3_000, 200))).toEqual([]);
});

test('a run of which a PUT is refused for its job is one that can be read', () => {
  expect(statusesFound(read(2_000, 404), putToRun(2_100, 409))).toEqual([
    { because: 'run-shown-later', status: 404 },
  ]);
});

test('nothing is said of a run that is never shown', () => {
  expect(statusesFound(read(2_000, 404), read(3_000, 404), putToRun(3_100, 404))).toEqual([]);
});
