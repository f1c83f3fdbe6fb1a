import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplayReport, replaySchema } from '../../src/report/replay/replay-report.ts';
import type { Report } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { plain, toOriginal } from '../kill-matrix/plain-deployment.ts';
import { loadMutants } from '../mutants/all-mutants.ts';
import type { Fetch } from '../mutants/mutant.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const deployment = createStyledDeployment(plain);
/** How the deployment answers at the moment. */
let answer: Fetch = deployment.fetch;
let target: Listening;
let folder: string;
let config: string;
beforeAll(async () => {
  target = await serve((request) => answer(request), plain.workers);
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  config = join(folder, 'deployment.json');
  await writeFile(config, JSON.stringify(configOf(plain, deployment.seeds, target.url)));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

const rule = 'run.put-during-job-is-409';

async function findings(): Promise<Report['findings']> {
  const args = ['--rules', rule, '--scenarios', '0', '--seed', '1', '--json'];
  const { out, progress } = await runCli(['run', '--config', config, ...args]);
  if (out === '') throw new Error(progress);
  return (JSON.parse(out) as Report).findings.filter((finding) => finding.rule === rule);
}

const replay = (command: string, ...more: string[]) => runCli([...command.split(' ').slice(1), ...more]);

describe('a PUT that is taken while a job runs', () => {
  let command: string;
  beforeAll(async () => {
    const mutant = (await loadMutants()).find((one) => one.rule === rule);
    answer = mutant?.wrap(toOriginal(deployment)) ?? answer;
    command = (await findings())[0]?.replay ?? '';
  });

  test('fails again, as data and with what went over the wire', async () => {
    const results = join(folder, 'results');
    const { exitCode, out } = await replay(command, '--json', '--results', results);
    const report: ReplayReport = JSON.parse(out);
    expect(report).toMatchObject({ outcome: 'failed-again', exitCode: 1, rule });
    expect(report.finding?.steps.length).toBeGreaterThan(0);
    expect(report.exchanges.some(({ request }) => request.startsWith('PUT '))).toBe(true);
    expect(exitCode).toBe(1);
    expect(await readdir(results)).toEqual(expect.arrayContaining(['exchanges.jsonl', 'replay.json']));
    expect(JSON.parse(await readFile(join(results, 'replay.json'), 'utf8'))).toEqual(report);
    expect(replaySchema.safeParse(report).error).toBeUndefined();
  });

  test('is not reproduced where no job starts any more', async () => {
    const other = join(folder, 'other.json');
    const all = configOf(plain, deployment.seeds, target.url);
    const fixtures = { ...all.fixtures, backgroundMessage: 'nothing of that kind' };
    await writeFile(other, JSON.stringify({ ...all, fixtures }));
    const { exitCode, out } = await replay(command.replace(config, other), '--job-timeout', '1');
    expect(out).toMatch(/^ {2}On the wire\n.*\nNot reproduced: run\.put-during-job-is-409: not seen: /s);
    expect(exitCode).toBe(3);
  });

  test('is not reproduced by a path that leads elsewhere', async () => {
    const { exitCode, out } = await replay(command.replace(/--path \S+/, '--path 1:9:9'));
    expect(out).toMatch(/^Not reproduced: run\.put-during-job-is-409: /m);
    expect(exitCode).toBe(3);
  });
});
