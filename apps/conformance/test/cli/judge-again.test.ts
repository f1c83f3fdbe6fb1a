import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { unwrapped } from '../helpers/unwrapped.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const answer = { content: { 'application/json': { schema: { type: 'array', minItems: 1000 } } } };
/** Its lists are never so long. */
const document = {
  openapi: '3.1.0',
  paths: { '/me/bundles': { get: { responses: { 200: { description: 'all', ...answer } } } } },
};

let folder: string;
let config: string;
const run = async (name: string, args: readonly string[] = []): Promise<number> => {
  const { fetch, seeds } = createStyledDeployment(plain);
  const target = await serve(fetch, plain.workers);
  const openapi = join(folder, 'openapi.json');
  config = join(folder, 'deployment.json');
  await writeFile(openapi, JSON.stringify(document));
  await writeFile(config, JSON.stringify({ ...configOf(plain, seeds, target.url), openapi }));
  const wanted = ['run', '--config', config, '--rules', 'declared.body,bundles.list'];
  const { exitCode } = await runCli([...wanted, '--results', join(folder, name), ...args]);
  await target.close();
  return exitCode;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-again-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a recording whose run did not count what breaks only its own document is judged so again', async () => {
  expect(await run('usual')).toBe(0);
  const again = await runCli(['judge', join(folder, 'usual')]);
  expect(again.exitCode).toBe(0);
  expect(unwrapped(again.out)).toContain(
    '1 of them broken (not counted by --fail-on stated,implied: declared.body). All verdicts are as they were.',
  );
  const strict = await runCli(['judge', join(folder, 'usual'), '--fail-on', 'declared']);
  expect(strict).toMatchObject({ exitCode: 1, out: expect.stringContaining('1 of them broken. All') });
});

test('a recording whose run counted it is judged so again, unless --fail-on says otherwise', async () => {
  expect(await run('strict', ['--fail-on', 'stated,implied,declared'])).toBe(1);
  expect(await runCli(['judge', join(folder, 'strict')])).toMatchObject({ exitCode: 1 });
  const mild = await runCli(['judge', join(folder, 'strict'), '--fail-on', 'stated']);
  expect(mild).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('(not counted by --fail-on stated: '),
  });
});

test('the traffic of others fails by the bases that are named', async () => {
  await run('har');
  const har = ['judge', '--har', join(folder, 'har', 'exchanges.har'), '--config', config, '--json'];
  const judged = async (args: readonly string[]) => {
    const { exitCode, out } = await runCli([...har, ...args]);
    const { failOn, byBasis } = JSON.parse(out).summary;
    const declared = byBasis.find(({ basis }: { basis: string }) => basis === 'declared');
    return { exitCode, failOn, broken: declared.failed };
  };
  expect(await judged([])).toEqual({ exitCode: 0, failOn: ['stated', 'implied'], broken: 1 });
  expect(await judged(['--fail-on', 'declared'])).toEqual({ exitCode: 1, failOn: ['declared'], broken: 1 });
});

test('a basis that there is not is wrong use, also to judge', async () => {
  expect(await runCli(['judge', join(folder, 'usual'), '--fail-on', 'declard'])).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('Did you mean declared?'),
  });
});
