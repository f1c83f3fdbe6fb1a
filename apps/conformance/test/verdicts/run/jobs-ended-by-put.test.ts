import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { jobsEndedByPut } from '../../../src/verdicts/jobs-ended-by-put.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { putToRun, startOfRun } from '../../helpers/run-calls.ts';

const read = (sentAt: number, showsJob: boolean): Exchange =>
  exchangeOf({ id: sentAt, sentAt, body: '[]', headers: showsJob ? [['x-service-job-id', 'job']] : [] });

const alone = [startOfRun('background'), read(100, true), read(1900, true), read(2000, false)];
const put = (sentAt: number, status = 200, form: Partial<Exchange> = {}): readonly Exchange[] => [
  startOfRun('background'),
  read(sentAt - 20, true),
  { ...putToRun(sentAt, status), ...form },
  read(sentAt + 50, false),
];

/** How many PUTs ended a job, in so many runs. */
function ended(runs: readonly (readonly Exchange[])[], consistencyWindowMs = 0): number {
  const exchanges = runs.flatMap((run, number) =>
    run.map((one) => ({
      ...one,
      id: one.id + number * 10_000,
      startedBy: 1,
      origin: { ...one.origin, case: { kind: 'scenario' as const, id: `run ${number}` } },
    })),
  );
  return jobsEndedByPut(toRecording(exchanges, { toolCall: undefined, consistencyWindowMs, operations: [] }))
    .length;
}

test('jobs that end with each PUT, and last long where they are left alone, are ended by it', () => {
  expect(ended([alone, alone, alone, put(100), put(200), put(300)])).toBe(3);
});

test('a job may end just before a PUT, and so may all that are short', () => {
  expect(ended([alone, alone, alone, put(100), put(200)])).toBe(0);
  expect(ended([alone, alone, alone, put(100), put(200), put(1500)])).toBe(0);
  expect(ended([alone, alone, put(100), put(200), put(300)])).toBe(0);
});

test('where one PUT is refused, the others came when their jobs had ended', () => {
  expect(ended([alone, alone, alone, put(100), put(200), put(300), put(150, 409)])).toBe(0);
});

test('one form of PUT may end jobs while the other one is refused', () => {
  const inNdjson = (sentAt: number) =>
    put(sentAt, 200, { operation: 'continueRunNdjson', transport: 'ndjson' });
  const [start, ...reads] = alone;
  const refused = [...(start ? [start] : []), putToRun(150, 409), ...reads];
  const taken = [inNdjson(100), inNdjson(200), inNdjson(300)];
  expect(ended([alone, alone, refused, ...taken])).toBe(3);
  expect(ended([alone, alone, refused, ...taken.slice(1), put(100)])).toBe(0);
});

test('what reads behind may show a job that is over', () => {
  expect(ended([alone, alone, alone, put(100), put(200), put(300)], 1500)).toBe(0);
});
