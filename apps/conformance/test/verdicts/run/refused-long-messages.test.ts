import { expect, test } from 'vitest';
import type { MessageKind } from '../../../src/cases/scenario.ts';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { failedJobFreesRun } from '../../../src/verdicts/checks/run/failed-job-frees-run.ts';
import { postDuringJobIsAllowed } from '../../../src/verdicts/checks/run/post-during-job-is-allowed.ts';
import { putDuringJobIs409 } from '../../../src/verdicts/checks/run/put-during-job-is-409.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'run', basis: 'stated' as const, section: '4.2', text: '', operations: [] };

const turn = (method: 'POST' | 'PUT', kind: MessageKind, sentAt: number, status: number): Exchange =>
  exchangeOf({
    id: sentAt,
    sentAt,
    status,
    operation: method === 'POST' ? 'startRun' : 'continueRun',
    transport: 'text',
    request: { method, url: `http://target.test/agent${method === 'POST' ? '' : '/run'}` },
    sent: { kind, text: kind },
    headers: method === 'POST' ? [['x-service-run-id', 'run']] : [],
  });
const start = turn('POST', 'failing-background', 0, 200);
const read = (sentAt: number, job?: string): Exchange =>
  exchangeOf({ id: sentAt, sentAt, body: '[]', headers: job ? [['x-service-job-id', job]] : [] });

function statusesFound(check: typeof failedJobFreesRun, ...calls: readonly Exchange[]) {
  const recording = toRecording([start, ...calls], {
    toolCall: undefined,
    consistencyWindowMs: 0,
    operations: [],
  });
  return check
    .judge(recording, rule)
    .findings.map(({ observed }) => (observed.kind === 'status' ? observed.status : observed.kind));
}

test('a run is free once its job failed, but how long a message may be is not shown', () => {
  const put = (kind: MessageKind): Exchange => turn('PUT', kind, 30, 400);
  const around = (one: Exchange) => [read(10, 'job'), read(20), one];
  expect(statusesFound(failedJobFreesRun, ...around(put('plain')))).toEqual([400]);
  expect(statusesFound(failedJobFreesRun, ...around(put('long')))).toEqual([]);
});

test('a PUT meets the job with 409, but a long message may be refused for its length first', () => {
  const put = (kind: MessageKind): Exchange => turn('PUT', kind, 20, 400);
  const around = (one: Exchange) => [read(10, 'job'), one, read(30, 'job')];
  expect(statusesFound(putDuringJobIs409, ...around(put('plain')))).toEqual([400]);
  expect(statusesFound(putDuringJobIs409, ...around(put('long')))).toEqual([]);
});

test('a POST is always allowed, but a long message may be refused for its length', () => {
  const post = (kind: MessageKind): Exchange => ({ ...turn('POST', kind, 20, 422), id: 21 });
  const around = (one: Exchange) => [read(10, 'job'), one, read(30, 'job')];
  expect(statusesFound(postDuringJobIsAllowed, ...around(post('plain')))).toEqual([422]);
  expect(statusesFound(postDuringJobIsAllowed, ...around(post('long')))).toEqual([]);
});
