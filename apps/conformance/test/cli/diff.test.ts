import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';

const workersApi = fileURLToPath(import.meta.resolve('@agent-workers/spec/workers-api.yaml'));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diff-'));
});
afterAll(() => rm(folder, { recursive: true }));

const operation = (statuses: string[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: status }])),
  requestBody: { content: {} },
});

/** A deployment's document in the style of a framework: a prefix, JSON, `anyOf` for what may be null. */
function document(putStatuses: string[]): string {
  const parameters = ['worker', 'run'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
  }));
  const one = { parameters: parameters.slice(0, 1), post: operation(['200']) };
  const two = { parameters, put: operation(putStatuses) };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'A deployment', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/v2/{worker}': one,
      '/v2/ndjson/{worker}': one,
      '/v2/{worker}/{run}': { ...two, get: { responses: { 200: { description: 'ok' } } } },
      '/v2/ndjson/{worker}/{run}': two,
    },
  });
}

test('the contract has no drift from itself', async () => {
  const outcome = await runCli(['diff', '--openapi', workersApi]);
  expect(outcome).toMatchObject({
    exitCode: 0,
    out: 'Workers API: 5 operations compared, 0 drifts, 0 notes\n',
  });
});

test('a document from a URL that leaves out the 409 is told so, by operation', async () => {
  const server = await listen(
    () => new Response(document(['200']), { headers: { 'content-type': 'application/json' } }),
  );
  const { exitCode, out } = await runCli(['diff', '--openapi', `${server.url}/openapi.json`]);
  await server.close();
  expect(exitCode).toBe(1);
  expect(out).toContain(
    '✗ PUT /{agent_id}/{run_id} (status): the contract has status 409; described: only 200',
  );
  expect(out).toContain('2 drifts');
});

test('a document in another style that says the same has no drift', async () => {
  const file = join(folder, 'other.json');
  await writeFile(file, document(['200', '409']));
  expect(await runCli(['diff', '--openapi', file])).toMatchObject({ exitCode: 0 });
});

test.each([
  [[], 'diff needs --openapi'],
  [['--openapi', 'nowhere.yaml'], "The OpenAPI document nowhere.yaml can't be read"],
])('wrong use gets one sentence: %o', async (args, says) => {
  const { exitCode, progress } = await runCli(['diff', ...args]);
  expect(exitCode).toBe(2);
  expect(progress).toContain(says);
});

test('what a document says can neither colour nor move the terminal', async () => {
  const file = join(folder, 'hostile.json');
  await writeFile(file, document(['\u001b[31m200']));
  const { out } = await runCli(['diff', '--openapi', file]);
  expect(out).toContain('only \\u001b[31m200');
  expect(out).not.toContain('\u001b');
});

test('a file that is no OpenAPI document is told as such', async () => {
  const file = join(folder, 'other.yaml');
  await writeFile(file, 'paths: {}\n');
  const { exitCode, progress } = await runCli(['diff', '--openapi', file]);
  expect({ exitCode, progress }).toEqual({
    exitCode: 2,
    progress: expect.stringContaining('describes no operation'),
  });
});
