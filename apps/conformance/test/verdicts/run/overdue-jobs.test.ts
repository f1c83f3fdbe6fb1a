import { expect, test } from 'vitest';
import type { MessageKind } from '../../../src/cases/scenario.ts';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { failedJobFreesRun } from '../../../src/verdicts/checks/run/failed-job-frees-run.ts';
import { putAfterJobResumes } from '../../../src/verdicts/checks/run/put-after-job-resumes.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'run', basis: 'stated' as const, section: '3', text: '', operations: [] };
const runId = ['x-service-run-id', 'run'] as const;

const start = (kind: MessageKind): Exchange =>
  exchangeOf({
    operation: 'startRun',
    transport: 'text',
    request: { method: 'POST', url: 'http://target.test/agent', body: '{"message":"Begin"}' },
    sent: { kind, text: 'Begin' },
    headers: [runId],
  });
const shown = (sentAt: number): Exchange =>
  exchangeOf({ id: sentAt, sentAt, body: '[]', headers: [runId, ['x-service-job-id', 'job']] });
const put = (sentAt: number, kind: MessageKind, status = 200): Exchange =>
  exchangeOf({
    id: sentAt,
    sentAt,
    status,
    operation: 'continueRun',
    transport: 'text',
    request: { method: 'PUT', url: 'http://target.test/agent/run', body: '{"message":"Go on"}' },
    sent: { kind, text: 'Go on' },
    headers: [runId],
  });

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
  expect(overdue([start('background'), shown(100), shown(31_000)])).toEqual([[31_000], []]);
  expect(overdue([start('failing-background'), shown(100), shown(31_000)])).toEqual([[], [31_000]]);
});

test('a PUT that is refused for the job makes its time no longer', () => {
  const refused = put(20_000, 'plain', 409);
  expect(overdue([start('failing-background'), shown(100), refused, shown(31_000)])).toEqual([[], [31_000]]);
});

test('within its time a job may be shown', () => {
  expect(overdue([start('background'), shown(100), shown(29_000)])).toEqual([[], []]);
});

test('what reads behind may show a job for a while after its end', () => {
  const told = { jobSeconds: 30, consistencyWindowMs: 2_000 };
  expect(overdue([start('background'), shown(100), shown(31_000)], told)).toEqual([[], []]);
  expect(overdue([start('background'), shown(100), shown(33_000)], told)).toEqual([[33_000], []]);
});

test('where the config does not tell for how long, any time may be', () => {
  expect(overdue([start('background'), shown(100), shown(900_000)], {})).toEqual([[], []]);
});

test('a job that a later message asked for has its own time, and one that nobody asked for has none', () => {
  expect(overdue([start('background'), put(20_000, 'background'), shown(31_000)])).toEqual([[], []]);
  expect(overdue([start('background'), put(20_000, 'plain'), shown(99_000)])).toEqual([[], []]);
});
