import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { judgeByConfig, judgeTarget, runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { type Reference, startReference } from '../helpers/reference.ts';
import { resultsIn } from '../helpers/results-in.ts';
import { unwrapped } from '../helpers/unwrapped.ts';
import { plain, toOriginal } from '../kill-matrix/plain-deployment.ts';
import { mutant } from '../mutants/workers/run.put-returns-run-id.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const workers = ['--agents-url', 'http://127.0.0.1:9'];
const user = ['--base-url', 'http://127.0.0.1:9', '--jwt', 'j'];

const wrongUse: [says: string, exitCode: number, args: string[]][] = [
  ['There is no command rn. Did you mean run?', 2, ['rn']],
  ['There is no command \\u001b[2J.', 2, ['\u001b[2J']],
  ['run has no option --sede. Did you mean --seed?', 2, ['--sede', '1']],
  ['--seed takes a whole number', 2, ['--seed', 'x']],
  ["The config nowhere.yaml can't be read", 2, ['--config', 'nowhere.yaml']],
  [
    'no rule is called run.put-durign-job-is-409. Did you mean run.put-during-job-is-409?',
    2,
    ['--rules', 'run.put-durign-job-is-409'],
  ],
  ['needs an API key', 2, workers],
  ['needs a worker to talk to', 2, [...workers, '--api-key', 'k']],
  ['add --allow-writes', 2, [...workers, '--api-key', 'k', '--agent-id', 'a']],
  ['Leave --agents-url out to judge the User API alone', 2, [...workers, ...user, '--allow-writes']],
  ['needs --base-url and --jwt', 2, ['--base-url', 'http://127.0.0.1:9']],
  ['needs its address: --agents-url URL', 2, [...user, '--rules', 'run.']],
  ['no operation is called listAgent. Did you mean listAgents?', 2, ['--operations', 'listAgent']],
  ['no family of operations is called agent. Did you mean agents?', 2, ['--tags', 'agents,agent']],
  ['has no rule in common', 2, [...user, '--operations', 'listAgents', '--tags', 'chats']],
  ['take one name or more', 2, ['--tags', ',']],
  [
    '--budget takes quick, standard, thorough, not "thorugh". Did you mean thorough?',
    2,
    ['--budget', 'thorugh'],
  ],
  ['--rate takes a whole number from 1', 2, ['--rate', '0']],
  ['--max-requests takes a whole number from 1', 2, ['--max-requests', 'few']],
  ['--concurrency takes a whole number from 1 to 64', 2, ['--concurrency', '65']],
  ['--timeout takes a whole number from 1', 2, ['--timeout', '0']],
  ['--shard takes i/n with i from 1 to n', 2, ['--shard', '4/3']],
  ['--shard takes i/n with i from 1 to n', 2, ['--shard', '1']],
  ['--profile takes read-only or full, not "read".', 2, [...user, '--profile', 'read']],
  ['contradict each other', 2, [...user, '--profile', 'read-only', '--allow-writes']],
  ['replay needs --rule ID', 2, ['replay', '--seed', '1', '--path', '1']],
  ['replay needs both --seed and --path', 2, ['replay', '--rule', 'run.post', '--seed', '1']],
  ['--path takes numbers with colons', 2, ['replay', '--rule', 'run.post', '--seed', '1', '--path', 'x']],
  ['user.got is no rule. Did you mean user.get?', 2, ['replay', '--rule', 'user.got', ...user]],
];

test.each(wrongUse)('wrong use gets one clear sentence: %s', async (says, exitCode, args) => {
  const outcome = await runCli(args);
  expect(outcome).toMatchObject({ exitCode, out: '' });
  expect(outcome.progress).toContain(says);
  expect(outcome.progress.trim().split('\n')).toHaveLength(1);
});

test('a target that is not there is no finding: exit code 3, and where nothing answered', async () => {
  const { url, close } = await listen(() => new Response());
  await close();
  const target = ['--agents-url', url, '--api-key', 'k', '--agent-id', 'a', '--allow-writes'];
  const { exitCode, out, progress } = await runCli(target);
  expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
  expect(progress).toContain(`No answer at ${url}`);
  expect(progress).toContain('(Responsible: the target.)');
});

describe('against a deployment in memory', () => {
  const deployment = createStyledDeployment(plain);
  const { fetch, seeds } = deployment;
  const apiKey = seeds.apiKeys.own;
  const listenWith = (answer: typeof fetch) => serve(answer, plain.workers);
  const judgeAt = (origin: string, args: readonly string[]) =>
    judgeByConfig(configOf(plain, seeds, origin), args);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-results-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('the results folder holds plan, exchanges, verdicts and a report of the published form', async () => {
    const target = await listenWith(fetch);
    const results = join(folder, 'kept');
    const drawn = ['--scenarios', '2', '--seed', '3', '--tags', 'runs,bundles'];
    const { report } = await judgeAt(target.url, [...drawn, '--results', results]);
    await target.close();
    expect(JSON.parse(await readFile(join(results, 'report.json'), 'utf8'))).toEqual(report);
    const { plan, verdicts, exchanges } = await resultsIn(results);
    expect(exchanges).toHaveLength(report.summary.requests);
    const driven = new Set(exchanges.map(({ origin }) => origin.case.seed));
    expect([...driven].filter((seed) => seed !== undefined)).toHaveLength(2);
    expect(plan.seed).toBe(3);
    expect(verdicts).toHaveLength(report.summary.rules.bound);
    const again = await runCli(['judge', results]);
    expect(again).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('All verdicts are as they were.'),
    });
  });

  test('no file of the results holds the key', async () => {
    const echo = await listenWith(async (request) => {
      const response = await fetch(request);
      return new Response(response.body, {
        status: response.status,
        headers: [...response.headers, ['x-echo', request.headers.get('authorization') ?? '']],
      });
    });
    const results = join(folder, 'secret');
    await judgeAt(echo.url, ['--scenarios', '0', '--rules', 'run.post', '--results', results]);
    await echo.close();
    const files = await readdir(results);
    expect(files).toEqual(expect.arrayContaining(['exchanges.jsonl', 'exchanges.har', 'report.html']));
    for (const file of files) {
      expect(await readFile(join(results, file), 'utf8')).not.toContain(apiKey);
    }
  });

  test('a finding comes with the smallest scenario, and replaying it says failed again, changed, then fixed', async () => {
    const broken = await listenWith(mutant.wrap(toOriginal(deployment)));
    const results = join(folder, 'broken');
    const options = ['--scenarios', '0', '--seed', '1', '--tags', 'runs', '--results', results];
    const { report } = await judgeAt(broken.url, options);
    const found = report.findings.find(({ rule }) => rule === mutant.rule);
    expect(found?.steps).toEqual(['1. POST a plain message', '2. PUT a plain message to the run of step 1']);
    expect(found?.curl).toContain('$AGENT_WORKERS_API_KEY');
    const rejudged = await runCli(['judge', results]);
    expect(rejudged).toMatchObject({ exitCode: 1 });
    expect(rejudged.out).toContain('1 of them broken. All verdicts are as they were.');
    const replay = (origin: string, cause = found?.cause ?? '') => {
      const which = [
        '--rule',
        mutant.rule,
        '--cause',
        cause,
        '--seed',
        '1',
        '--path',
        found?.origin.path ?? '',
      ];
      const where = ['--agents-url', `${origin}${plain.workers.path}`, '--agent-id', seeds.agents.worker];
      return runCli(['replay', ...which, ...where, '--allow-writes'], { AGENT_WORKERS_API_KEY: apiKey });
    };
    const again = await replay(broken.url);
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.out).toContain(`Failed again: ${mutant.rule}`);
    const changed = await replay(broken.url, 'run.put-returns-run-id:another-cause');
    expect(changed).toMatchObject({ exitCode: 1, out: expect.stringContaining('Changed: ') });
    const fixed = await listenWith(fetch);
    expect(await replay(fixed.url)).toMatchObject({ exitCode: 0, out: expect.stringContaining('Fixed') });
    await Promise.all([broken.close(), fixed.close()]);
  });
});

describe('against the reference deployment', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  test('a wrong key is told as such, and not as a finding', async () => {
    const target = await listen(reference.fetch);
    await expect(judgeTarget(target.url, { apiKey: 'not-a-key' })).rejects.toThrow(
      /refused the API key with status 401.*\(Responsible: the set-up\.\)/,
    );
    await target.close();
  });

  test('what a probe finds comes with its one request, a curl line and a command that asks again', async () => {
    const taking = await listen(async (request) => {
      const response = await reference.fetch(request);
      return new URL(request.url).searchParams.get('period') === '365'
        ? new Response(null, { status: 400 })
        : response;
    });
    const rule = 'monetization.get-summary-period-is-1-to-365';
    const { report, exitCode } = await judgeTarget(taking.url, reference, ['--rules', rule]);
    await taking.close();
    expect(exitCode).toBe(1);
    expect(report.findings).toEqual([
      expect.objectContaining({
        rule,
        sentence: 'query period (integer, 1 to 365',
        expected: 'a success: period is within its bounds',
        details: expect.objectContaining({
          expected: {
            kind: 'status',
            oneOf: ['success'],
            because: { kind: 'bounds', side: 'inside', parameter: 'period' },
          },
        }),
        steps: ['1. GET /me/monetization/summary?period=365 (a value at the bound: period)'],
        curl: expect.stringMatching(
          /^ANSWER=\$\(curl .*period=365' -H "Authorization: Bearer \$AGENT_WORKERS_JWT" -i/,
        ),
        replay: expect.stringContaining(
          `agent-conformance replay --rule ${rule} --cause probe.bounds-hold:status-400`,
        ),
      }),
    ]);
  });

  test('a read-only run needs no permission to write, and judges by probes alone', async () => {
    const target = await listen(reference.fetch);
    const { apiKey, jwt, agentId } = reference;
    const where = ['--agents-url', `${target.url}/agents`, '--base-url', target.url, '--agent-id', agentId];
    const { out } = await runCli([...where, '--json'], {
      AGENT_WORKERS_API_KEY: apiKey,
      AGENT_WORKERS_JWT: jwt,
    });
    await target.close();
    const { rules, operations }: Report = JSON.parse(out);
    expect(rules.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(40);
    const asked = operations.filter(({ answers }) => answers.length > 0);
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

test('with no target, the embedded deployment is started, judged and stopped', async () => {
  const { exitCode, out, progress } = await runCli(['--scenarios', '4', '--seed', '1']);
  expect(unwrapped(out)).toMatch(
    /CONFORMS {2}Of (\d+) stated rules that bind this deployment: \1 verified, 0 violated, 0 not observed\. Of \d+ implied rules that bind this deployment: \d+ verified, 0 violated, [34] not observed\. Of (\d+) declared rules that bind this deployment: \2 verified/,
  );
  const [, unseen = ''] = /^Not observed:\n(.*?)\n\n/ms.exec(out) ?? [];
  const rules = [...unseen.matchAll(/^ {2}([\w.-]+): /gm)].map(([, rule]) => rule);
  // Whether a job still runs while runs are listed is up to the machine.
  expect(rules.filter((rule) => rule !== 'law.run-with-a-job-is-listed')).toEqual([
    'law.subscribing-at-once-is-once',
    'law.earnings-add-up',
    'law.owner-is-not-assigned',
  ]);
  expect(progress).toContain('the embedded reference deployment');
  expect(exitCode).toBe(0);
});
