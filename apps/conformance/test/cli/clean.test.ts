import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';

/** The bundles on the target, and everything it was asked. */
let bundles: Set<string>;
let asked: string[];
let target: Listening;
let folder: string;
beforeEach(async () => {
  bundles = new Set(['ours', 'theirs']);
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'conformance-clean-'));
  target = await listen((request) => {
    const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
    asked.push(`${request.method} ${id} ${request.headers.get('authorization')}`);
    if (!bundles.has(id)) return Response.json({ detail: 'unknown' }, { status: 404 });
    if (request.method !== 'DELETE') return Response.json({ id });
    if (id !== 'kept') bundles.delete(id);
    return new Response(null, { status: 204 });
  });
});
afterEach(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

const created = (id: string) => ({
  event: 'created',
  family: 'bundles',
  id,
  identity: 'own',
  remove: { operation: 'deleteBundle', path: { bundle_id: id } },
});

/** What a run that crashed has kept. */
async function leaveLedger(entries: readonly unknown[], end = '\n'): Promise<void> {
  const lines = [
    { event: 'opened', schema: 'agent-workers-conformance-ledger/1', target: target.url },
    ...entries,
  ].map((entry) => JSON.stringify(entry));
  await writeFile(join(folder, 'ledger.jsonl'), lines.join('\n') + end);
}

function clean(...where: string[]) {
  const options = where.length === 0 ? ['--base-url', target.url] : where;
  return runCli(['clean', folder, ...options], { AGENT_WORKERS_JWT: 'token' });
}

test('after a crash all that the run had made is removed, nothing else, and the second time there is nothing left', async () => {
  await leaveLedger([
    created('gone'),
    { event: 'removed', family: 'bundles', id: 'gone', identity: 'own' },
    created('ours'),
  ]);
  expect(await clean()).toMatchObject({ exitCode: 0, out: '1 thing of ours removed, 0 left behind\n' });
  expect(bundles).toEqual(new Set(['theirs']));
  expect(asked).toEqual(['DELETE ours Bearer token', 'GET ours Bearer token']);
  const again = await clean();
  expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining('Nothing is left') });
  expect(asked).toHaveLength(2);
  expect(await readFile(join(folder, 'ledger.jsonl'), 'utf8')).not.toContain('token');
});

test('what does not go away is told, and is tried again the next time', async () => {
  bundles.add('kept');
  await leaveLedger([created('kept')]);
  const first = await clean();
  expect(first).toMatchObject({ exitCode: 3, out: expect.stringContaining('still there: bundles kept') });
  expect((await clean()).exitCode).toBe(3);
});

test('a line that a crash of the machine has cut is passed over', async () => {
  await leaveLedger([created('ours'), created('theirs')], '');
  expect((await clean()).exitCode).toBe(0);
  expect(bundles).toEqual(new Set(['theirs']));
});

test('nothing is sent to another target than the one that the ledger is about', async () => {
  await leaveLedger([created('ours')]);
  const elsewhere = await clean('--base-url', 'http://127.0.0.1:9');
  expect(elsewhere).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining(`tells of things on ${target.url}`),
  });
  const nowhere = await runCli(['clean', folder]);
  expect(nowhere).toMatchObject({ exitCode: 2, progress: expect.stringContaining('--base-url URL') });
  expect(asked).toEqual([]);
});

test('a file that is no ledger sends nothing', async () => {
  await leaveLedger([{ event: 'created', id: 'ours' }]);
  expect(await clean()).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('line 2, is no entry'),
  });
  expect(asked).toEqual([]);
});

test('a folder with things left behind is not written over by another run', async () => {
  await leaveLedger([created('ours')]);
  const where = ['--base-url', target.url, '--tags', 'user', '--results', folder];
  const { exitCode, progress } = await runCli(where, { AGENT_WORKERS_JWT: 'token' });
  expect(exitCode).toBe(2);
  expect(progress).toContain(`Remove them first: agent-conformance clean ${folder}`);
});

test('clean needs the folder of a run; one that made nothing is clean', async () => {
  expect(await runCli(['clean'])).toMatchObject({ exitCode: 2 });
  // A wrong place would else be green in CI, and what was left would stay.
  expect(await clean()).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('holds no results of a run'),
  });
  await writeFile(join(folder, 'plan.json'), '{}');
  expect(await clean()).toMatchObject({ exitCode: 0 });
});
