import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveFindingSchema } from '../../src/report/live-finding-schema.ts';
import type { Report } from '../../src/report/report.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { runCli } from '../helpers/judge-target.ts';
import { standBefore } from '../helpers/stand-before.ts';
import { namedStyles } from '../styles/named-styles.ts';
import type { Fetch } from '../traffic/capturing.ts';
import { browse, talk } from '../traffic/clients.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** CI takes one style; WHOLE=1 takes all. */
const styles = namedStyles.slice(isWhole ? 0 : -1);

describe.each(styles)('lawful clients of the style "$name", some of them past the proxy', (style) => {
  test('get no finding, and leave no secret in the results', async () => {
    const results = join(folder, 'results');
    const { access, outside, other, secrets, end } = await standBefore(
      ['proxy', '--json', '--results', results, '--target-version', '2026.11.2'],
      folder,
      { style },
    );
    await Promise.all([
      talk(access),
      browse(access),
      talk(access),
      browse(access),
      talk(other(access)),
      browse(other(access)),
      talk(outside),
      browse(outside),
      browse(other(outside)),
    ]);
    const { exitCode, out } = await end();
    const report: Report = JSON.parse(out);
    expect(report.findings).toEqual([]);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ target: { version: '2026.11.2' } });
    // Nothing was drawn.
    expect(report).not.toHaveProperty('seed');
    expect(report.summary.rules.passed).toBeGreaterThan(30);
    const recorded = await readFile(join(results, 'exchanges.jsonl'), 'utf8');
    for (const secret of secrets) expect(recorded).not.toContain(secret);
    const again = await runCli(['judge', results]);
    expect([again.exitCode, again.out]).toEqual([
      0,
      expect.stringContaining('All verdicts are as they were.'),
    ]);
    const statement = join(folder, 'statement.json');
    await runCli(['attest', results, '--out', statement]);
    expect((await runCli(['verify-attestation', statement, results])).out).toMatch(/^PASSED/);
  });
});

test('a broken deployment is told, and ends with exit code 1', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/me/agents') && response.ok ? new Response('All is well.') : response;
    };
  const { access, end } = await standBefore(['proxy'], folder, { wrap });
  await browse(access);
  const { exitCode, out } = await end();
  expect(exitCode).toBe(1);
  expect(out).toContain('All is well.');
});

test('findings are told when they come up, with the request that shows them', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/me/agents') && response.ok ? new Response('All is\nwell.') : response;
    };
  const file = join(folder, 'findings.jsonl');
  const { access, progress, end } = await standBefore(['proxy', '--findings', file], folder, { wrap });
  await browse(access);
  await vi.waitFor(() => expect(progress()).toContain('Broken: '), { timeout: 20_000 });
  expect(progress()).toMatch(/request {3}GET \S+\/me\/agents → 200\n {2}expected {2}\S.*\n/);
  expect(progress()).not.toContain('All is\nwell.');
  await browse(access);
  const { exitCode, out } = await end();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const told = lines.map((line) => liveFindingSchema.parse(JSON.parse(line)));
  expect(new Set(told.map(({ news }) => news))).toEqual(new Set(['found']));
  const mediaTypes = told.filter(({ operation }) => operation === 'listAgents');
  expect(new Set(mediaTypes.map(({ exchanges }) => exchanges.at(-1))).size).toBe(2);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('VIOLATES')]);
});

test('lines of JSON have standard output for themselves', async () => {
  const wrap = (): Fetch => async () => new Response('All is well.');
  const { access, end } = await standBefore(['proxy', '--findings', '-'], folder, { wrap });
  await browse(access);
  const { exitCode, out, progress } = await end();
  for (const line of out.trim().split('\n')) liveFindingSchema.parse(JSON.parse(line));
  expect([exitCode, progress]).toEqual([1, expect.stringContaining('VIOLATES')]);
  const both = await runCli(['proxy', '--base-url', 'http://127.0.0.1:1', '--json', '--findings', '-']);
  expect([both.exitCode, both.progress]).toEqual([
    2,
    expect.stringContaining('both write to standard output'),
  ]);
});

test('a target that is down is trouble and no finding', async () => {
  const { access, stopTarget, end } = await standBefore(['proxy', '--json'], folder);
  await stopTarget();
  const headers = { authorization: 'Bearer somebody' };
  const answered = await fetch(`${access.baseUrl}/me/agents`, { headers });
  expect([answered.status, await answered.text()]).toEqual([502, expect.stringContaining('gave no answer')]);
  const { exitCode, out } = await end();
  const { findings, trouble }: Report = JSON.parse(out);
  expect([exitCode, findings, trouble?.noAnswer]).toEqual([3, [], [{ kind: 'refused', count: 1 }]]);
});

test('what was recorded is judged later', async () => {
  const results = join(folder, 'results');
  const { access, end } = await standBefore(['record', '--results', results], folder);
  await browse(access);
  const { exitCode, out, progress } = await end();
  expect([exitCode, out]).toEqual([0, '']);
  expect(progress).toContain(`agent-conformance judge ${results}`);
  const judged = await runCli(['judge', results]);
  expect(judged.exitCode).toBe(0);
  expect(judged.out).toContain('0 broken');
  const again = await standBefore(['record', '--results', results], folder);
  expect((await again.end()).progress).toContain(
    `${results} held an earlier recording, which is in ${results}.1 now`,
  );
  const kept = await runCli(['judge', `${results}.1`]);
  expect(kept.out).toBe(judged.out);
});

describe('personal data', () => {
  const secrets = ['Ann Elise Example', 'ann.elise@example.com', 'What ails Ann Elise'];
  /** A deployment that shows a person in every place that it has. */
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      if (!request.url.endsWith('/me/chats') || !response.ok) return response;
      const headers = { 'content-type': 'application/json', 'x-owner': secrets[1] ?? '' };
      const customer = { name: secrets[0], emails: [secrets[1]], [secrets[0] ?? '']: 7 };
      return new Response(JSON.stringify({ customer, diagnosis: secrets[2], text: `Of ${secrets[0]}` }), {
        headers,
      });
    };

  test.each([
    ['--redact', 'customer', '--redact', '$.diagnosis', '--redact', 'message', '--redact', 'content'],
    ['--no-bodies'],
  ])('reaches nothing with %s %s', async (...args) => {
    const results = join(folder, 'results');
    const flags = ['proxy', '--json', '--results', results, ...args.filter((one) => one !== undefined)];
    const { access, end } = await standBefore(flags, folder, { wrap });
    await talk(access);
    await browse(access);
    const headers = { authorization: `Bearer ${access.jwt}` };
    await fetch(`${access.baseUrl}/me/chats`, { headers });
    const { out, progress } = await end();
    const files = await readdir(results);
    const written = await Promise.all(files.map((file) => readFile(join(results, file), 'utf8')));
    expect(files.length).toBeGreaterThan(5);
    const shown = [...written, out, progress].join('\n');
    const hidden = args.includes('--no-bodies') ? secrets.filter((one) => !one.includes('@')) : secrets;
    for (const secret of [...hidden, 'tide in  Hull']) expect(shown).not.toContain(secret);
    expect((await runCli(['judge', results])).out).toContain('All verdicts are as they were.');
  });

  test('brings no finding to a lawful deployment with its document, and says what no bodies cost', async () => {
    const { access, end } = await standBefore(['proxy', '--json', '--no-bodies'], folder, {
      withDocument: true,
    });
    await talk(access);
    await browse(access);
    const { out, progress } = await end();
    const report: Report = JSON.parse(out);
    expect(report.findings).toEqual([]);
    expect(report.summary.rules.passed).toBeGreaterThan(20);
    expect(progress).toMatch(/--no-bodies costs \d+ rules, which need/);
  });

  test('leaves the finding that an answer is no JSON, and not what it is', async () => {
    const words: typeof wrap = (fetch) => async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/me/agents') && response.ok ? new Response(secrets[2]) : response;
    };
    const { access, end } = await standBefore(['proxy', '--no-bodies'], folder, { wrap: words });
    await browse(access);
    const { exitCode, out, progress } = await end();
    expect([exitCode, out]).toEqual([1, expect.stringContaining('«redacted»')]);
    expect(out + progress).not.toContain(secrets[2]);
  });

  test('is named by fields, or refused in a sentence', async () => {
    const { exitCode, progress } = await runCli([
      'proxy',
      '--base-url',
      'http://127.0.0.1:1',
      '--redact',
      'a[0]',
    ]);
    expect([exitCode, progress]).toEqual([2, expect.stringContaining('--redact takes names of fields')]);
  });
});

test('without a deployment, or a place to listen, there is a sentence', async () => {
  const lost = await runCli(['proxy']);
  expect([lost.exitCode, lost.progress]).toEqual([
    2,
    expect.stringContaining('needs a deployment to stand before'),
  ]);
  const odd = await runCli(['proxy', '--base-url', 'http://127.0.0.1:1', '--listen', 'here']);
  expect([odd.exitCode, odd.progress]).toEqual([2, expect.stringContaining('--listen takes HOST:PORT')]);
  const other = await runCli(['proxy', '--base-url', 'ftp://127.0.0.1:1']);
  expect([other.exitCode, other.progress]).toEqual([2, expect.stringContaining('http')]);
});
