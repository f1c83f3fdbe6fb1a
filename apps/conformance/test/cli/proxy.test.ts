import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from '../../src/cli/dispatch.ts';
import type { Report } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { serve } from '../styles/serve.ts';
import type { Fetch } from '../traffic/capturing.ts';
import { type Access, browse, talk } from '../traffic/clients.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Standing {
  readonly access: Access;
  /** The same deployment, past the proxy. */
  readonly outside: Access;
  readonly secrets: readonly string[];
  readonly stopTarget: () => Promise<unknown>;
  readonly end: () => Promise<{ exitCode: number; out: string; progress: string }>;
}

/** A deployment of a style behind the proxy, as its owner would start it. */
async function standBefore(
  command: readonly string[],
  { style = namedStyles[0], wrap = (fetch: Fetch) => fetch } = {},
): Promise<Standing> {
  if (style === undefined) throw new Error('There is a style.');
  const { fetch, seeds } = createStyledDeployment(style);
  const target = await serve(wrap(fetch), style.workers);
  const config = join(folder, 'deployment.json');
  await writeFile(config, JSON.stringify(configOf(style, seeds, target.url)));
  const stop = new AbortController();
  const where = Promise.withResolvers<string>();
  let [out, progress] = ['', ''];
  const exitCode = dispatch([...command, '--config', config, '--listen', '127.0.0.1:0'], {
    out: (text) => {
      out += text;
    },
    progress: (text) => {
      progress += text;
      const address = /User API: (http:\/\/127\.0\.0\.1:\d+)/.exec(progress)?.[1];
      if (address !== undefined) where.resolve(address);
    },
    interactive: false,
    colour: false,
    environment: {},
    signal: stop.signal,
  });
  const at = (origin: string): Access => ({
    fetch: globalThis.fetch,
    agentsUrl: `${origin}${style.workers.path}`,
    baseUrl: `${origin}${style.basePath}`,
    apiKey: seeds.apiKeys.own,
    jwt: seeds.jwt.own,
    agentId: seeds.agents.worker,
  });
  const proxy = await where.promise;
  return {
    access: at(proxy),
    outside: at(target.url),
    secrets: [...Object.values(seeds.apiKeys), ...Object.values(seeds.jwt)],
    stopTarget: target.close,
    end: async () => {
      stop.abort();
      const code = await exitCode;
      await target.close();
      return { exitCode: code, out, progress };
    },
  };
}

const other = (access: Access, secrets: readonly string[]): Access => ({
  ...access,
  apiKey: secrets[1] ?? '',
  jwt: secrets[3] ?? '',
});

describe.each(namedStyles)('lawful clients of the style "$name", some of them past the proxy', (style) => {
  test('get no finding, and leave no secret in the results', async () => {
    const results = join(folder, 'results');
    const { access, outside, secrets, end } = await standBefore(['proxy', '--json', '--results', results], {
      style,
    });
    await Promise.all([
      talk(access),
      browse(access),
      talk(access),
      browse(access),
      talk(other(access, secrets)),
      browse(other(access, secrets)),
      talk(outside),
      browse(outside),
      browse(other(outside, secrets)),
    ]);
    const { exitCode, out } = await end();
    const report: Report = JSON.parse(out);
    expect(report.findings).toEqual([]);
    expect(exitCode).toBe(0);
    expect(report.summary.rules.passed).toBeGreaterThan(30);
    const recorded = await readFile(join(results, 'exchanges.jsonl'), 'utf8');
    for (const secret of secrets) expect(recorded).not.toContain(secret);
    const again = await runCli(['judge', results]);
    expect([again.exitCode, again.out]).toEqual([
      0,
      expect.stringContaining('All verdicts are as they were.'),
    ]);
  });
});

test('a broken deployment is told, and ends with exit code 1', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/me/agents') && response.ok ? new Response('All is well.') : response;
    };
  const { access, end } = await standBefore(['proxy'], { wrap });
  await browse(access);
  const { exitCode, out } = await end();
  expect(exitCode).toBe(1);
  expect(out).toContain('All is well.');
});

test('a target that is down is trouble and no finding', async () => {
  const { access, stopTarget, end } = await standBefore(['proxy', '--json']);
  await stopTarget();
  const headers = { authorization: 'Bearer somebody' };
  const answered = await fetch(`${access.baseUrl}/me/agents`, { headers });
  expect([answered.status, await answered.text()]).toEqual([502, expect.stringContaining('gave no answer')]);
  const { exitCode, out } = await end();
  expect([exitCode, JSON.parse(out).findings]).toEqual([3, []]);
});

test('what was recorded is judged later', async () => {
  const results = join(folder, 'results');
  const { access, end } = await standBefore(['record', '--results', results]);
  await browse(access);
  const { exitCode, out, progress } = await end();
  expect([exitCode, out]).toEqual([0, '']);
  expect(progress).toContain(`agent-conformance judge ${results}`);
  const judged = await runCli(['judge', results]);
  expect(judged.exitCode).toBe(0);
  expect(judged.out).toContain('0 broken');
});

test('without a deployment, or a place to listen, there is a sentence', async () => {
  const lost = await runCli(['proxy']);
  expect([lost.exitCode, lost.progress]).toEqual([
    2,
    expect.stringContaining('needs a deployment to stand before'),
  ]);
  const odd = await runCli(['proxy', '--base-url', 'http://127.0.0.1:1', '--listen', 'here']);
  expect([odd.exitCode, odd.progress]).toEqual([2, expect.stringContaining('--listen takes HOST:PORT')]);
});
