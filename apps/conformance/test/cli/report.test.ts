import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeByConfig, runCli } from '../helpers/judge-target.ts';
import { readXml } from '../helpers/read-xml.ts';
import { reportOf } from '../helpers/report-of.ts';
import { resultsIn } from '../helpers/results-in.ts';
import { readPage } from '../helpers/skeleton.ts';
import { plain, toOriginal } from '../kill-matrix/plain-deployment.ts';
import { mutant } from '../mutants/workers/run.put-during-job-is-409.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a run that found something', () => {
  let results: string;
  beforeAll(async () => {
    results = join(folder, 'broken');
    const deployment = createStyledDeployment(plain);
    const target = await serve(mutant.wrap(toOriginal(deployment)), plain.workers);
    const args = ['--scenarios', '0', '--seed', '1', '--shrink-time', '2', '--rules', 'run.put'];
    await judgeByConfig(configOf(plain, deployment.seeds, target.url), [...args, '--results', results]);
    await target.close();
  });

  const files = [
    ['html', 'report.html'],
    ['junit', 'report.junit.xml'],
    ['sarif', 'report.sarif'],
    ['har', 'exchanges.har'],
    ['markdown', 'summary.md'],
  ] as const;

  test.each(files)('report makes the %s of the run again, as it was', async (format, file) => {
    const out = join(folder, file);
    const kept = await readFile(join(results, file), 'utf8');
    expect(await runCli(['report', results, '--format', format, '--out', out])).toMatchObject({
      exitCode: 0,
    });
    expect(await readFile(out, 'utf8')).toBe(kept);
    expect((await runCli(['report', results, '--format', format])).out).toBe(kept);
  });

  test('the page shows the job that the PUT met, as seen before it', async () => {
    const page = readPage(await readFile(join(results, 'report.html'), 'utf8'));
    expect(page.errors).toEqual([]);
    expect(page.texts('h3')).toContain(`✗ 1. ${mutant.rule}`);
    expect(page.texts('td')).toEqual(expect.arrayContaining(['● GET shows a job', '✓ PUT was taken']));
  });

  test('JUnit has one failure, and a test case for every rule of the interface', async () => {
    const elements = readXml(await readFile(join(results, 'report.junit.xml'), 'utf8'));
    const { rules, leftOut } = JSON.parse(await readFile(join(results, 'report.json'), 'utf8'));
    const named = (name: string) => elements.filter((element) => element.name === name);
    expect(named('testcase')).toHaveLength(rules.length + leftOut.length);
    expect(named('failure')).toHaveLength(1);
  });

  test('HAR has every exchange of the recording', async () => {
    const har = JSON.parse(await readFile(join(results, 'exchanges.har'), 'utf8'));
    const { exchanges } = await resultsIn(results);
    expect(har.log.entries).toHaveLength(exchanges.length);
  });

  test('with no format named, the text for people comes', async () => {
    expect((await runCli(['report', results])).out).toContain('VIOLATES THE CONTRACT');
  });
});

describe('wrong use gets one clear sentence', () => {
  const wrongUse: [says: string, args: string[]][] = [
    ['report needs the results folder first', []],
    ['report needs the results folder first', ['--format', 'html']],
    ['report has no format htm. Did you mean html?', ['nowhere', '--format', 'htm']],
    [
      'There is no nowhere/report.json, which a run --results writes at its end.',
      ['nowhere', '--format', 'html'],
    ],
  ];
  test.each(wrongUse)('%s', async (says, args) => {
    const outcome = await runCli(['report', ...args]);
    expect(outcome).toMatchObject({ exitCode: 2, out: '' });
    expect(outcome.progress).toContain(says);
    expect(outcome.progress.trim().split('\n')).toHaveLength(1);
  });

  test('a report of another form is told by its first issue', async () => {
    await writeFile(join(folder, 'report.json'), JSON.stringify({ ...reportOf('plain'), seed: 'seven' }));
    const { exitCode, progress } = await runCli(['report', folder, '--format', 'html']);
    expect(exitCode).toBe(2);
    expect(progress).toContain('is no report of this version of agent-conformance: seed');
  });

  test('a damaged recording is told by its line', async () => {
    await writeFile(join(folder, 'report.json'), JSON.stringify(reportOf('plain')));
    const header = JSON.stringify({ schema: 'agent-workers-conformance-exchanges/1' });
    await writeFile(join(folder, 'exchanges.jsonl'), [header, '{"id":1,"api"', '{}', ''].join('\n'));
    const out = join(folder, 'cut.har');
    const { exitCode, progress } = await runCli(['report', folder, '--format', 'har', '--out', out]);
    expect(exitCode).toBe(2);
    expect(progress).toContain('exchanges.jsonl, line 2, is no exchange');
  });
});
