import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { resultsIn } from '../helpers/results-in.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const { fetch, seeds } = createStyledDeployment(plain);
let target: Listening;
let folder: string;
let asked = 0;
beforeAll(async () => {
  const counted = (request: Request) => {
    asked += 1;
    return fetch(request);
  };
  target = await serve(counted, plain.workers);
  folder = await mkdtemp(join(tmpdir(), 'conformance-parts-'));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

// The target shows at once what was written, so no verdict depends on how soon something was read.
const same = [
  ...['--seed', '5', '--scenarios', '4', '--consistency-window', '0'],
  ...['--tags', 'runs,bundles,monetization'],
];

/** Judges the target as far as it goes without words for jobs, which take their time. */
async function judgeShortly(args: readonly string[]): Promise<CommandOutcome> {
  const where = [
    '--agents-url',
    `${target.url}${plain.workers.path}`,
    '--agent-id',
    seeds.agents.worker,
    '--allow-writes',
  ];
  return runCli([...where, '--base-url', target.url, ...args], {
    AGENT_WORKERS_API_KEY: seeds.apiKeys.own,
    AGENT_WORKERS_JWT: seeds.jwt.own,
  });
}

async function runInto(name: string, args: readonly string[] = []): Promise<string> {
  const results = join(folder, name);
  await judgeShortly([...same, '--results', results, ...args]);
  return results;
}

/** Whoever judges the recording again comes to what is stated of it. */
async function expectAttestable(results: string): Promise<void> {
  const statement = join(folder, 'statement.json');
  await runCli(['attest', results, '--out', statement]);
  const verified = await runCli(['verify-attestation', statement, results]);
  expect(verified).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^PASSED/) });
}

/** What must be the same in every run of one seed: what was asked in which order, and every verdict. */
async function essenceOf(results: string) {
  const { plan, verdicts, exchanges } = await resultsIn(results);
  // How often a job is asked for depends on how long it takes, and whether it is looked for again as well.
  // Each part of a run finds out by itself what a record is called.
  const firsts = exchanges.filter(
    ({ origin, intent }) =>
      origin.attempt === 1 && origin.case.round === undefined && intent?.kind !== 'name-trial',
  );
  return {
    plan,
    verdicts: verdicts.map(({ rule, verdict }) => `${rule} ${verdict}`),
    sent: firsts
      .map(({ origin, operation, intent, sent }) =>
        JSON.stringify({ origin, operation, intent, sent: sent?.kind }),
      )
      .sort(),
  };
}

test('two runs of one seed plan, send and judge the same, and the parts of such a run join to the same', async () => {
  const whole = await essenceOf(await runInto('whole'));
  expect(await essenceOf(await runInto('again', ['--concurrency', '3']))).toEqual(whole);
  const parts = [await runInto('one', ['--shard', '1/2']), await runInto('two', ['--shard', '2/2'])];
  const merged = await runCli(['merge', ...parts, '--results', join(folder, 'merged')]);
  expect(merged).toMatchObject({ exitCode: 0, out: expect.stringContaining('CONFORMS') });
  const { plan, verdicts } = await essenceOf(join(folder, 'merged'));
  expect({ plan, verdicts }).toEqual({ plan: whole.plan, verdicts: whole.verdicts });
  await expectAttestable(join(folder, 'merged'));
  const judged = await runCli(['judge', join(folder, 'merged')]);
  expect(judged.out).toContain('All verdicts are as they were.');
  const alone = await runCli(['merge', parts[0] ?? '']);
  expect(alone).toMatchObject({ exitCode: 2, progress: expect.stringContaining('Shard 2/2 is missing.') });
});

test('a run never sends more requests than it may, ends in order and says so', async () => {
  asked = 0;
  const { out, exitCode } = await judgeShortly(['--max-requests', '31', '--json']);
  const report: Report = JSON.parse(out);
  expect(asked).toBe(31);
  expect(report.summary).toMatchObject({ requests: 31, ended: 'max-requests', verdict: 'inconclusive' });
  expect(exitCode).toBe(3);
});

test('a target with the User API alone needs neither key nor worker', async () => {
  const { out, exitCode } = await runCli(['--base-url', target.url, '--tags', 'user', '--json'], {
    AGENT_WORKERS_JWT: seeds.jwt.own,
  });
  const report: Report = JSON.parse(out);
  expect(exitCode).toBe(0);
  expect(report.target).toEqual({
    name: target.url,
    baseUrl: target.url,
    options: `--base-url ${target.url}`,
  });
  expect(new Set(report.rules.flatMap(({ operations }) => operations))).toEqual(new Set(['getCurrentUser']));
});

test('a sequence that leads into the Workers API stops there on a target without one', async () => {
  const config = join(folder, 'user-only.json');
  await writeFile(
    config,
    JSON.stringify({ baseUrl: target.url, profile: 'full', fixtures: { agentId: seeds.agents.worker } }),
  );
  const { out, exitCode } = await runCli(['--config', config, '--tags', 'api-keys', '--json'], {
    AGENT_WORKERS_JWT: seeds.jwt.own,
  });
  const report: Report = JSON.parse(out);
  expect(exitCode).toBe(0);
  expect(report.leftOut.find(({ id }) => id === 'api-keys.created-key-opens-workers')?.why).toContain(
    '--agents-url',
  );
});

test('a target with the Workers API alone needs no JWT', async () => {
  const args = [
    '--agents-url',
    `${target.url}${plain.workers.path}`,
    '--agent-id',
    seeds.agents.worker,
    '--profile',
    'full',
  ];
  const { out, exitCode } = await runCli(
    [...args, '--rules', 'run.run-id-is-uuid', '--scenarios', '0', '--json'],
    {
      AGENT_WORKERS_API_KEY: seeds.apiKeys.own,
    },
  );
  const report: Report = JSON.parse(out);
  expect(exitCode).toBe(0);
  expect(report.rules.map(({ id }) => id)).toEqual(['run.run-id-is-uuid']);
});

test('merge needs to be told what to join', async () => {
  expect(await runCli(['merge'])).toMatchObject({ exitCode: 2, out: '' });
  const missing = await runCli(['merge', join(folder, 'nowhere')]);
  expect(missing).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('Was the run ended before that, or is it another folder?'),
  });
});
