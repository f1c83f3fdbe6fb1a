import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { failedJobFreesRun } from '../../../src/verdicts/checks/run/failed-job-frees-run.ts';
import { putAfterJobResumes } from '../../../src/verdicts/checks/run/put-after-job-resumes.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { putToRun, startOfRun } from '../../helpers/run-calls.ts';

const rule = { id: 'run', basis: 'stated' as const, section: '3', text: '', operations: [] };
const shown = (sentAt: number): Exchange =>
  exchangeOf({ id: sentAt, sentAt, body: '[]', headers: [['x-service-job-id', 'job']] });

/** What the config tells. */
interface Told {
  readonly jobSeconds?: number;
  readonly consistencyWindowMs?: number;
}

/** Which reads are found to show a job for too long, of a run that was started at 0 ms. */
function overdue(
  exchanges: readonly Exchange[],
  { jobSeconds, consistencyWindowMs = 0 }: Told = { jobSeconds: 30 },
): readonly number[][] {
  const background = { toolCall: undefined, limits: { jobSeconds }, consistencyWindowMs, operations: [] };
  const recording = toRecording(exchanges, background);
  return [putAfterJobResumes, failedJobFreesRun].map((check) =>
    check.judge(recording, rule).findings.flatMap(({ exchanges: [, read] }) => read ?? []),
  );
}

test('a job that is shown after its time has not ended, whether it was to fail or not', () => {
  expect(overdue([startOfRun('background'), shown(100), shown(31_000)])).toEqual([[31_000], []]);
  expect(overdue([startOfRun('failing-background'), shown(100), shown(31_000)])).toEqual([[], [31_000]]);
});

test('a PUT that is refused for the job makes its time no longer', () => {
  const refused = putToRun(20_000, 409);
  expect(overdue([startOfRun('failing-background'), shown(100), refused, shown(31_000)])).toEqual([
    [],
    [31_000],
  ]);
});

test('within its time a job may be shown', () => {
  expect(overdue([startOfRun('background'), shown(100), shown(29_000)])).toEqual([[], []]);
});

test('what reads behind may show a job for a while after its end', () => {
  const told = { jobSeconds: 30, consistencyWindowMs: 2_000 };
  expect(overdue([startOfRun('background'), shown(100), shown(31_000)], told)).toEqual([[], []]);
  expect(overdue([startOfRun('background'), shown(100), shown(33_000)], told)).toEqual([[33_000], []]);
});

test('where the config does not tell for how long, any time may be', () => {
  expect(overdue([startOfRun('background'), shown(100), shown(900_000)], {})).toEqual([[], []]);
});

test('a job that a later message asked for has its own time, and one that nobody asked for has none', () => {
  expect(overdue([startOfRun('background'), putToRun(20_000, 200, 'background'), shown(31_000)])).toEqual([
    [],
    [],
  ]);
  expect(overdue([startOfRun('background'), putToRun(20_000, 200), shown(99_000)])).toEqual([[], []]);
});
