import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report, ReportedFinding } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe as openapiOf } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';

const [style] = namedStyles;
if (style === undefined) throw new Error('There is no style.');
const plain = createStyledDeployment(style);
const { jwt } = plain.seeds;
const bundlePath = /\/me\/bundles\/[^/]+$/;
let isMended = false;
const changed = new Set<string>();

/**
 * A bundle that was changed can't be removed any more, though the removal is answered as done; and a body
 * that ends too early is refused in a way of its own.
 */
async function broken(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isOwn = request.headers.get('authorization') === `Bearer ${jwt.own}`;
  const isWrite = request.method === 'PATCH' || request.method === 'PUT';
  const isCutShort = isWrite && !(await request.clone().text()).endsWith('}');
  if (isMended || !isOwn || !bundlePath.test(pathname)) return plain.fetch(request);
  if (isCutShort) return new Response(null, { status: 418 });
  if (request.method === 'DELETE' && changed.has(pathname)) {
    return plain.fetch(new Request(request.url, { headers: request.headers }));
  }
  const response = await plain.fetch(request);
  if (isWrite && response.ok) changed.add(pathname);
  return response;
}

let target: Listening;
let folder: string;
let config: string;
let report: Report;
let found: ReportedFinding;
let mutated: ReportedFinding;

beforeAll(async () => {
  target = await serve(broken, style.workers);
  folder = await mkdtemp(join(tmpdir(), 'smallest-sequence-'));
  config = join(folder, 'deployment.json');
  const openapi = join(folder, 'openapi.json');
  await writeFile(openapi, JSON.stringify(openapiOf(style, target.url)));
  await writeFile(config, JSON.stringify({ ...configOf(style, plain.seeds, target.url), openapi }));
  const options = ['--config', config, '--tags', 'bundles', '--scenarios', '0', '--seed', '7'];
  // As long as it takes: what is shown must not hang on how fast the machine is.
  const patience = ['--shrink-time', '300'];
  await runCli([
    'run',
    ...options,
    ...patience,
    '--consistency-window',
    '1',
    '--results',
    join(folder, 'results'),
  ]);
  report = JSON.parse(await readFile(join(folder, 'results', 'report.json'), 'utf8'));
  found = findingOf('resource.is-gone-after-removal:status-200');
  mutated = findingOf('probe.has-documented-status:status-418');
});

function findingOf(cause: string): ReportedFinding {
  const one = report.findings.find((finding) => finding.cause === cause);
  if (one === undefined) throw new Error(`Not found: ${JSON.stringify(report.findings)}`);
  return one;
}

/** Sends a finding with real curl. */
async function curl(finding: ReportedFinding) {
  const environment = { ...process.env, AGENT_WORKERS_JWT: jwt.own };
  const sent = promisify(execFile)('bash', ['-c', finding.curl], { env: environment });
  return sent.then(
    ({ stdout }) => ({ stdout, exitCode: 0 }),
    (error: { readonly stdout: string; readonly code: number }) => ({
      stdout: error.stdout,
      exitCode: error.code,
    }),
  );
}

afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

describe('a bundle that is still there once it was changed and removed', () => {
  test('is shown by exactly these calls, in words', () => {
    expect(found.steps).toEqual([
      '1. Create a bundle: POST /me/bundles',
      expect.stringMatching(/^2\. Change the bundle: P(UT|ATCH) \/me\/bundles\/\{bundle_id of step 1\}$/),
      '3. Remove the bundle: DELETE /me/bundles/{bundle_id of step 1}',
      '4. Read the bundle, to be refused: GET /me/bundles/{bundle_id of step 1}',
    ]);
    expect(found).toMatchObject({ shrunk: true, origin: { sequence: 'bundle-lives' } });
    expect(found.exchanges.map(({ step }) => step)).toEqual([1, 2, 3, 4, 4]);
  });

  test('is shown by a script for curl, which takes the identifier from the answer that it gets', async () => {
    const { stdout, exitCode } = await curl(found);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      `expected  ${found.expected}\nobserved  ${found.observed}\nnow       status 200\n`,
    );
    const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200']);
    expect(found.curl).not.toContain(jwt.own);
    // The bundle is asked for when its removal has had time to show.
    expect(found.curl).toMatch(/^# 4\. .*\nsleep 1\.\d\n/m);
    const literal = found.exchanges[1]?.request.split('/').at(-1) ?? '';
    const sent = found.curl.split('\n').filter((line) => line.includes('curl '));
    expect(sent.join('\n')).not.toContain(`bundles/${literal}`);
  });

  test('needs the credential that the script names', async () => {
    const bare = { PATH: process.env.PATH };
    const script = promisify(execFile)('bash', ['-c', found.curl], { env: bare });
    await expect(script).rejects.toThrow('AGENT_WORKERS_JWT');
  });

  test('leaves nothing behind but the bundles that can not be removed', () => {
    const kept = [...changed].map((path) => Number(path.split('/').at(-1)));
    expect([...plain.store.bundles.keys()].filter((id) => !kept.includes(id))).toEqual([]);
    expect(report.cleanUp.leftovers.filter(({ id }) => !kept.includes(Number(id)))).toEqual([]);
  });

  test('fails again when it is replayed, for another cause when that is asked for, and is fixed once it is', async () => {
    const again = await replayed(found.replay);
    expect(again).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('Failed again: law.removed-is-gone'),
    });
    expect(again.out).toContain('  3. Remove the bundle: DELETE /me/bundles/{bundle_id of step 1}\n');
    const other = await replayed(found.replay.replace('status-200', 'status-204'));
    expect(other).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('Changed: law.removed-is-gone'),
    });
    const without = await replayed(found.replay.replace(/--calls \S+/, '--calls 1,2'));
    // Without the removal the calls settle nothing, so all that the rule has is sent.
    expect(without).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('Failed again: law.removed-is-gone'),
    });
    isMended = true;
    const before = plain.store.bundles.size;
    expect(await replayed(found.replay)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Fixed: '),
    });
    expect(plain.store.bundles.size).toBe(before);
    expect((await curl(found)).exitCode).toBe(0);
    isMended = false;
  });
});

test('one mutation of many is shown by the call that succeeds and the mutation alone, also with curl and when replayed', async () => {
  expect(mutated.steps).toEqual([
    '1. Create a bundle: POST /me/bundles',
    expect.stringMatching(/^2\. Change the bundle: P.* of step 1\}, then with a body that ends too early$/),
  ]);
  expect(mutated.exchanges.map(({ response }) => response.slice(0, 3))).toEqual(['200', '200', '418']);
  const { stdout, exitCode } = await curl(mutated);
  expect(exitCode).toBe(1);
  expect([...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual(['200', '418']);
  expect(await replayed(mutated.replay)).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('Failed again'),
  });
});

function replayed(command: string) {
  return runCli(command.split(' ').slice(1));
}

test.each([
  [['--sequence', 'nothing'], 'there is no "nothing"'],
  [['--sequence', 'bundle-lives', '--calls', '3,1'], '--calls takes numbers from 1 to'],
  [['--calls', '1'], 'are those of a --sequence'],
  [['--sequence', 'bundle-lives', '--seed', '1', '--path', '0'], 'takes either --sequence or --path'],
])('replay refuses %j', async (args, message) => {
  const { exitCode, progress } = await runCli(['replay', '--rule', 'bundles.delete', ...args]);
  expect({ exitCode, progress }).toEqual({ exitCode: 2, progress: expect.stringContaining(message) });
});
