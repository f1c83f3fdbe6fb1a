import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ResultFile, resultFiles } from '../../src/results/result-files.ts';
import { judgeByConfig, runCli } from '../helpers/judge-target.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-results-'));
  const { fetch, seeds } = createStyledDeployment(plain);
  // A rule is broken, so that there are findings as well.
  const target = await serve(async (request) => {
    const response = await fetch(request);
    const isCut =
      request.method === 'GET' && new URL(request.url).pathname === `${plain.basePath}/me/bundles`;
    return isCut ? Response.json({}, { status: 200 }) : response;
  }, plain.workers);
  await judgeByConfig(configOf(plain, seeds, target.url), [
    ...['--scenarios', '4', '--seed', '3', '--tags', 'runs,bundles,chats', '--results', folder],
  ]);
  await target.close();
});
afterAll(() => rm(folder, { recursive: true }));

const ajv = addFormats.default(new Ajv2020({ strict: false }));

async function publishedSchema(name: string): Promise<object> {
  return JSON.parse(await readFile(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
}

/** The document, or the value of each line. */
async function contentOf(file: string): Promise<{ schema?: string }[]> {
  const text = await readFile(join(folder, file), 'utf8');
  const parts = file.endsWith('.jsonl') ? text.trim().split('\n') : [text];
  return parts.map((part) => JSON.parse(part));
}

/** What a run leaves; the file of a replay is judged with the replay. */
const filesOfRun = (Object.keys(resultFiles) as ResultFile[]).filter((name) => name !== 'replay');

test.each(filesOfRun)('%s is as its published schema says, and carries its version', async (name) => {
  const validate = ajv.compile(await publishedSchema(name));
  const content = await contentOf(resultFiles[name].file);
  const [wrong] = content.filter((one) => !validate(one));
  expect(wrong && [validate(wrong), validate.errors, wrong]).toBeUndefined();
  expect(content[0]?.schema).toBe(`agent-workers-conformance-${name}/1`);
  expect(content.length).toBeGreaterThan(name === 'ledger' || name === 'exchanges' ? 1 : 0);
});

test('a run that stops at its config loses nothing of an earlier one', async () => {
  const before = await readFile(join(folder, 'exchanges.jsonl'), 'utf8');
  const config = join(folder, 'no-config.json');
  await writeFile(config, '{');
  const { exitCode } = await runCli(['run', '--config', config, '--results', folder]);
  await rm(config);
  expect(exitCode).toBe(2);
  expect(await readFile(join(folder, 'exchanges.jsonl'), 'utf8')).toBe(before);
  expect((await runCli(['report', folder])).exitCode).toBe(0);
});

test('shards are not joined into one of their own folders', async () => {
  const { exitCode, progress } = await runCli(['merge', folder, '--results', `${folder}/.`]);
  expect(exitCode).toBe(2);
  expect(progress).toContain('is one of the folders that are to be joined. Name another one');
});

test('a recording whose last line was cut is read up to there', async () => {
  const cut = await mkdtemp(join(tmpdir(), 'conformance-cut-'));
  for (const file of ['plan.json', 'exchanges.jsonl'])
    await writeFile(join(cut, file), await readFile(join(folder, file)));
  await appendFile(join(cut, 'exchanges.jsonl'), '{"id":99999,"api":');
  const judged = await runCli(['judge', cut]);
  expect(judged.progress).toContain('was cut before its end');
  expect(judged.out).toMatch(/^\d+ rules, \d+ of them passed, \d+ broken\.\n$/);
  await rm(cut, { recursive: true });
});

test.each(['plan.json', 'verdicts.json', 'exchanges.jsonl'])(
  'a %s of another version is refused in one sentence',
  async (file) => {
    const other = await mkdtemp(join(tmpdir(), 'conformance-other-'));
    for (const one of ['plan.json', 'verdicts.json', 'exchanges.jsonl']) {
      const text = await readFile(join(folder, one), 'utf8');
      await writeFile(join(other, one), one === file ? text.replace('/1"', '/0"') : text);
    }
    const { exitCode, progress } = await runCli(['judge', other]);
    expect(exitCode).toBe(2);
    expect(progress).toContain('of this version of agent-conformance');
    expect(progress.trim().split('\n')).toHaveLength(1);
    await rm(other, { recursive: true });
  },
);
