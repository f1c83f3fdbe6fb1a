import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeBehind } from '../helpers/judge-behind.ts';
import { runCli } from '../helpers/run-cli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-lost-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Judges a deployment whose place another one takes between two requests: something before it, or one that fails at everything. */
function judgeAway(from: number, to: number, meanwhile: () => Response, ...args: string[]) {
  let asked = 0;
  return judgeBehind(
    (fetch) => async (request) => {
      asked += 1;
      return asked <= from || asked > to ? fetch(request) : meanwhile();
    },
    ...args,
  );
}

/** One that dies after so many requests. */
function judgeDying(lastRequest: number, afterwards: () => Response, ...args: string[]) {
  return judgeAway(lastRequest, Number.POSITIVE_INFINITY, afterwards, ...args);
}

test('a target that dies half way gives no finding, only what it showed before counts', async () => {
  const results = join(folder, 'half-way');
  const unavailable = () => Response.json({ detail: 'no upstream' }, { status: 503 });
  const { exitCode, report } = await judgeDying(700, unavailable, '--results', results);
  expect(report.findings).toEqual([]);
  expect(report.summary).toMatchObject({
    ended: 'target-lost',
    verdict: 'inconclusive',
    rules: { failed: 0 },
  });
  expect(report.summary.rules.passed).toBeGreaterThan(0);
  // It is left in peace soon: some four hundred requests find that out, with its rests, and each thing that was made is tried to be removed.
  expect(report.summary.requests).toBeLessThan(1_300);
  expect(exitCode).toBe(3);
  const again = await runCli(['judge', results]);
  expect(again.out).toContain('All verdicts are as they were.');
});

test('a target that fails at everything from some moment on gives no finding either', async () => {
  const { exitCode, report } = await judgeDying(100, () => new Response(null, { status: 500 }));
  expect({ exitCode, findings: report.findings }).toEqual({ exitCode: 3, findings: [] });
  expect(report.summary.ended).toBe('target-lost');
});

test('a target that is away for a moment is waited for', async () => {
  const away = () => new Response(null, { status: 503 });
  const { report } = await judgeAway(1_000, 1_120, away, '--max-requests', '2000');
  expect(report.findings).toEqual([]);
  expect(report.summary.ended).toBe('max-requests');
  expect(report.summary.rules.passed).toBeGreaterThan(0);
});
