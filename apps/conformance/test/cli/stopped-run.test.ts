import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { Report } from '../../src/report/report.ts';
import { readLedger } from '../../src/results/ledger-file.ts';
import { runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';
import { type Reference, startReference } from '../helpers/reference.ts';

let reference: Reference;
let target: Listening;
let folder: string;
/** Called at each request that creates something, before it is answered. */
let onCreation: () => void;
beforeAll(async () => {
  reference = await startReference();
  target = await listen(async (request) => {
    const response = await reference.fetch(request);
    if (request.method === 'POST' && response.ok) onCreation();
    return response;
  });
  folder = await mkdtemp(join(tmpdir(), 'conformance-stopped-'));
});
afterAll(async () => {
  await target.close();
  await reference.close();
  await rm(folder, { recursive: true });
});

const args = (results: string): string[] => [
  '--base-url',
  target.url,
  '--profile',
  'full',
  '--tags',
  'bundles,chats',
  '--seed',
  '1',
  '--results',
  results,
];

/** What the ledger of a run tells to be still there, and how much it tells of. */
async function ledgerOf(results: string) {
  const { entries = [] } = (await readLedger(results)) ?? {};
  const left = createLedger(() => {}, entries).left();
  return { created: entries.filter(({ event }) => event === 'created').length, left };
}

function tellsOf(results: string): boolean {
  const file = join(results, 'ledger.jsonl');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"event":"created"');
}

test('Ctrl-C ends a run in order: what it had made is removed', async () => {
  const stop = new AbortController();
  const results = join(folder, 'interrupted');
  // What was made before the first line of the ledger may not have been answered yet.
  onCreation = () => tellsOf(results) && stop.abort();
  const { out, exitCode } = await runCli(
    [...args(results), '--json'],
    { AGENT_WORKERS_JWT: reference.jwt },
    stop.signal,
  );
  const report: Report = JSON.parse(out);
  expect(report.summary.ended).toBe('interrupted');
  expect(exitCode).toBe(3);
  expect(report.cleanUp.leftovers).toEqual([]);
  expect(report.cleanUp.removed).toBeGreaterThan(0);
  expect((await ledgerOf(results)).left).toEqual([]);
});

test('after the runner was killed, judge says what it recorded, and clean removes what it had made', async () => {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const results = join(folder, 'killed');
  const { promise: child, resolve } = Promise.withResolvers<ChildProcess>();
  // As soon as something stands in the ledger; what is made from then on may be lost on the way.
  onCreation = async () => tellsOf(results) && (await child).kill('SIGKILL');
  const started = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...args(results)], {
    env: { ...process.env, AGENT_WORKERS_JWT: reference.jwt },
    stdio: 'ignore',
  });
  resolve(started);
  await once(started, 'exit');
  expect(started.signalCode).toBe('SIGKILL');
  const { created, left } = await ledgerOf(results);
  expect(created).toBeGreaterThan(0);
  expect(left).not.toEqual([]);
  const judged = await runCli(['judge', results]);
  expect(judged.exitCode).toBe(3);
  expect(judged.progress).toContain('was cut before its end');
  expect(judged.out).toMatch(/^\d+ rules, [1-9]\d* of them passed, 0 broken\.$/m);
  onCreation = () => {};
  const cleaned = await runCli(['clean', results, '--base-url', target.url], {
    AGENT_WORKERS_JWT: reference.jwt,
  });
  expect(cleaned).toMatchObject({
    exitCode: 0,
    out: `${left.length} thing${left.length === 1 ? '' : 's'} of ours removed, 0 left behind\n`,
  });
  expect((await ledgerOf(results)).left).toEqual([]);
  expect(await readFile(join(results, 'ledger.jsonl'), 'utf8')).not.toContain(reference.jwt);
});
