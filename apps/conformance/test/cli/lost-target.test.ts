import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { type Reference, startReference } from '../helpers/reference.ts';

let reference: Reference;
let folder: string;
beforeAll(async () => {
  reference = await startReference();
  folder = await mkdtemp(join(tmpdir(), 'conformance-lost-'));
});
afterAll(async () => {
  await reference.close();
  await rm(folder, { recursive: true });
});

/** Judges a deployment that dies after so many requests; from then on a proxy answers for it, or nothing does. */
async function judgeDying(lastRequest: number, afterwards: () => Response | Promise<never>) {
  let asked = 0;
  const target = await listen((request) => {
    asked += 1;
    return asked <= lastRequest ? reference.fetch(request) : afterwards();
  });
  const where = ['--agents-url', `${target.url}/agents`, '--base-url', target.url, '--allow-writes'];
  const results = join(folder, `${lastRequest}`);
  const args = [
    ...where,
    '--agent-id',
    reference.agentId,
    '--scenarios',
    '4',
    '--json',
    '--results',
    results,
  ];
  const { exitCode, out } = await runCli(args, {
    AGENT_WORKERS_API_KEY: reference.apiKey,
    AGENT_WORKERS_JWT: reference.jwt,
  });
  await target.close();
  const report: Report = JSON.parse(out);
  return { exitCode, report, results };
}

test('a target that dies half way gives no finding, only what it showed before counts', async () => {
  const unavailable = () => Response.json({ detail: 'no upstream' }, { status: 503 });
  const { exitCode, report, results } = await judgeDying(700, unavailable);
  expect(report.findings).toEqual([]);
  expect(report.summary).toMatchObject({
    ended: 'target-lost',
    verdict: 'inconclusive',
    rules: { failed: 0 },
  });
  expect(report.summary.rules.passed).toBeGreaterThan(0);
  expect(exitCode).toBe(3);
  const again = await runCli(['judge', results]);
  expect(again.out).toContain('All verdicts are as they were.');
});

test('a target that fails at everything from some moment on gives no finding either', async () => {
  const { exitCode, report } = await judgeDying(100, () => Promise.reject(new Error('gone')));
  expect({ exitCode, findings: report.findings }).toEqual({ exitCode: 3, findings: [] });
  expect(report.summary.ended).toBe('target-lost');
});
