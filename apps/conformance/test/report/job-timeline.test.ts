import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { jobTimeline } from '../../src/report/job-timeline.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const runId = ['x-service-run-id', 'b7a1'] as const;
const jobId = ['x-service-job-id', 'j'] as const;

function start(kind: 'plain' | 'background'): Exchange {
  const request = { method: 'POST', url: 'http://target.test/agent' };
  return exchangeOf({ id: 1, step: 1, sentAt: 0, request, headers: [runId], sent: { kind, text: 'Go.' } });
}

function read(id: number, headers: readonly (readonly [string, string])[] = []): Exchange {
  return exchangeOf({ id, step: id, sentAt: id * 10, headers, body: '[]' });
}

test('the traces of a job are told in the order of time, from the POST that started the run', () => {
  expect(jobTimeline([read(3), start('background'), read(2, [jobId])])).toEqual([
    { step: 1, run: 1, observed: 'started', fromMs: 0, toMs: 1 },
    { step: 2, run: 1, observed: 'job-shown', fromMs: 20, toMs: 21 },
    { step: 3, run: 1, observed: 'no-job-shown', fromMs: 30, toMs: 31 },
  ]);
});

test('a run that has nothing to do with jobs has no timeline', () => {
  expect(jobTimeline([start('plain'), read(2)])).toEqual([]);
});

test('a job that was not asked for makes a timeline as well', () => {
  expect(jobTimeline([start('plain'), read(2, [jobId])]).map(({ observed }) => observed)).toEqual([
    'started',
    'job-shown',
  ]);
});
