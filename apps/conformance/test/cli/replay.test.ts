import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplayReport, replaySchema } from '../../src/report/replay/replay-report.ts';
import type { Report } from '../../src/report/report.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type ChangingTarget, serveChanging } from '../helpers/changing-target.ts';
import { runCli } from '../helpers/judge-target.ts';
import { plain, toOriginal } from '../kill-matrix/plain-deployment.ts';
import { loadMutants } from '../mutants/all-mutants.ts';
import { sequenceMutant } from '../mutants/sequence-mutants.ts';
import { configOf } from '../styles/config-of.ts';

let target: ChangingTarget;
beforeAll(async () => {
  target = await serveChanging();
});
afterAll(() => target.close());

const rule = 'run.put-during-job-is-409';

async function findings(): Promise<Report['findings']> {
  const args = ['--rules', rule, '--scenarios', '0', '--seed', '1', '--json'];
  const { out, progress } = await runCli(['run', '--config', target.config, ...args]);
  if (out === '') throw new Error(progress);
  return (JSON.parse(out) as Report).findings.filter((finding) => finding.rule === rule);
}

const replay = (command: string, ...more: string[]) => runCli([...command.split(' ').slice(1), ...more]);

describe('a PUT that is taken while a job runs', () => {
  let command: string;
  let broken: ChangingTarget['deployment']['fetch'];
  beforeAll(async () => {
    const mutant = (await loadMutants()).find((one) => one.rule === rule);
    broken = mutant?.wrap(toOriginal(target.deployment)) ?? target.deployment.fetch;
    target.answerBy(broken);
    command = (await findings())[0]?.replay ?? '';
  });

  test('fails again, as data and with what went over the wire', async () => {
    const results = join(target.folder, 'results');
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

  test('ends in time where it is given one', async () => {
    const answer = target.deployment.fetch;
    target.answerBy((request) => (request.method === 'PUT' ? new Promise(() => {}) : answer(request)));
    const { exitCode, out } = await replay(command, '--timeout', '2', '--max-time', '1s');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Not reproduced: run\.put-during-job-is-409: not sent: the run was ended by --max-time\. $/,
    );
    expect(exitCode).toBe(3);
    target.answerBy(broken);
  });

  test('is not reproduced where no job starts any more', async () => {
    const other = join(target.folder, 'other.json');
    const all = configOf(plain, target.deployment.seeds, target.url);
    const nothing = 'nothing of that kind';
    const fixtures = { ...all.fixtures, backgroundMessage: nothing, backgroundErrorMessage: nothing };
    await writeFile(other, JSON.stringify({ ...all, fixtures }));
    const { exitCode, out } = await replay(command.replace(target.config, other), '--job-timeout', '1');
    expect(out).toMatch(/^ {2}On the wire\n.*\nNot reproduced: run\.put-during-job-is-409: not seen: /s);
    expect(exitCode).toBe(3);
  });

  test('fails again by all that the rule has where the path leads elsewhere', async () => {
    const { exitCode, out, progress } = await replay(command.replace(/--path \S+/, '--path 1:9:9'));
    expect(out).toMatch(/^Failed again: run\.put-during-job-is-409/m);
    expect(exitCode).toBe(1);
    expect(progress).toMatch(
      /sending the scenario, attempt 1 of 3\n.*sending all (else )?that judges the rule/s,
    );
  });

  test('takes no cause that no check could have', async () => {
    const cause = command.replace(/--cause [\w.-]+/, (found) => `${found}x`);
    expect(await replay(cause)).toMatchObject({
      exitCode: 2,
      progress: expect.stringMatching(/no check is called .* Did you mean/),
    });
  });
});

test('what stayed away in the run that found it is not called fixed for staying away again', async () => {
  target.answerBy(target.deployment.fetch);
  const command = `agent-conformance replay --rule bundles.list --config ${target.config}`;
  expect(await replay(command)).toMatchObject({ exitCode: 0, out: expect.stringContaining('Fixed: ') });
  const { exitCode, out } = await replay(command, '--unrepeated');
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /Not reproduced: bundles\.list: kept .*, but the finding did not come back in its own run either/,
  );
  expect(exitCode).toBe(3);
});

test('what another operation has to settle fails again, though the finding names one alone', async () => {
  const law = 'law.credits-are-used-one-by-one';
  target.answerBy(sequenceMutant(law, await loadSpec()).wrap(toOriginal(target.deployment)));
  const command = `agent-conformance replay --rule ${law} --sequence credits-at-once --operations useCredits --config ${target.config}`;
  expect(await replay(command)).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('Failed again: '),
  });
  target.answerBy(target.deployment.fetch);
  expect(await replay(command)).toMatchObject({ exitCode: 0, out: expect.stringContaining('Fixed: ') });
});
