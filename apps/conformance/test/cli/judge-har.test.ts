import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import type { Captured } from '../../src/traffic/captured.ts';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { capturing } from '../traffic/capturing.ts';
import { browse, talk } from '../traffic/clients.ts';
import { agentsUrl, baseUrl } from '../traffic/judge-captured.ts';

const [camel] = namedStyles;
if (camel === undefined) throw new Error('There is a style.');
const style = camel;

let folder: string;
/** What a browser would export of a session. */
let session: readonly object[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-har-'));
  const { fetch, seeds } = createStyledDeployment(style);
  const { captured, ...capture } = capturing(fetch);
  const [apiKey, jwt] = [seeds.apiKeys.own, seeds.jwt.own];
  const access = { fetch: capture.fetch, agentsUrl, baseUrl, apiKey, jwt, agentId: seeds.agents.worker };
  await talk(access);
  await browse(access);
  session = captured.map(toEntry);
});

afterAll(() => rm(folder, { recursive: true }));

function toEntry({ method, url, requestHeaders, requestBody, sentAt, response }: Captured) {
  const toPairs = (headers: Captured['requestHeaders']) => headers.map(([name, value]) => ({ name, value }));
  const time = (response?.endedAt ?? sentAt) - sentAt;
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time,
    request: {
      method,
      url,
      headers: toPairs(requestHeaders),
      ...(requestBody === undefined ? {} : { postData: { mimeType: 'application/json', text: requestBody } }),
    },
    response: {
      status: response?.status ?? 0,
      headers: toPairs(response?.headers ?? []),
      content: { size: Buffer.byteLength(response?.body ?? ''), mimeType: '', text: response?.body },
    },
    timings: { send: 0, wait: time, receive: 0 },
  };
}

interface JudgedFile extends CommandOutcome {
  readonly report: Report | undefined;
}

async function judgeFile(text: string, args: readonly string[] = [], option = '--har'): Promise<JudgedFile> {
  const file = join(folder, `${crypto.randomUUID()}.har`);
  await writeFile(file, text);
  const outcome = await runCli(['judge', option, file, '--json', ...args]);
  return { ...outcome, report: outcome.out === '' ? undefined : JSON.parse(outcome.out) };
}

function asHar(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', pages: [{ title: '"entries": [' }], entries } });
}

describe('the HAR of a run of our own', () => {
  const args = ['--profile', 'read-only', '--operations', 'listAgents,listChats,listBundles'];
  const recordedWith = async (
    change?: (response: Response, request: Request) => Promise<Response>,
  ): Promise<{ har: string; rules: Report['rules'] }> => {
    const results = join(folder, crypto.randomUUID());
    await judgeStyle(style, {
      withDocument: false,
      args: [...args, '--results', results],
      wrap:
        ({ fetch }) =>
        async (request) => {
          const response = await fetch(request);
          return change === undefined ? response : change(response, request);
        },
    });
    const { rules }: Report = JSON.parse(await readFile(join(results, 'report.json'), 'utf8'));
    return { har: await readFile(join(results, 'exchanges.har'), 'utf8'), rules };
  };

  test('is judged without a finding, and tells addresses and callers by itself', async () => {
    const { report, exitCode, progress } = await judgeFile((await recordedWith()).har);
    expect(report?.findings).toEqual([]);
    expect(exitCode).toBe(0);
    expect(progress).toContain('Taken from the traffic: User API at http://127.0.0.1:');
    expect(progress).not.toContain("don't tell who sent them");
  });

  test('shows what is wrong with the deployment, with the verdicts of the run', async () => {
    const { har, rules } = await recordedWith(async (response, { url }) =>
      response.ok && url.endsWith('/me/agents') ? new Response('All is well.') : response,
    );
    const { report, exitCode } = await judgeFile(har);
    expect(exitCode).toBe(1);
    expect(report?.findings.flatMap(({ operation }) => operation)).toContain('listAgents');
    const settled = (one: Report['rules'][number]) => one.verdict === 'passed' || one.verdict === 'failed';
    const then = new Map(rules.filter(settled).map(({ id, verdict }) => [id, verdict]));
    const both = (report?.rules ?? []).filter((one) => settled(one) && then.has(one.id));
    expect(both.length).toBeGreaterThan(3);
    for (const { id, verdict } of both) expect([id, verdict]).toEqual([id, then.get(id)]);
  });
});

describe('a HAR of a browser', () => {
  test('is judged as it stands', async () => {
    const { report, exitCode } = await judgeFile(asHar(session));
    expect(report?.findings).toEqual([]);
    expect(exitCode).toBe(0);
    expect(report?.summary.requests).toBe(session.length);
  });

  test('may have its bodies in base64, as Chromium has those of streams', async () => {
    const encoded = session.map((entry) => {
      const { response, ...others } = entry as ReturnType<typeof toEntry>;
      const { content } = response;
      const text = Buffer.from(content.text ?? '').toString('base64');
      return { ...others, response: { ...response, content: { ...content, text, encoding: 'base64' } } };
    });
    const [plain, inBase64] = [await judgeFile(asHar(session)), await judgeFile(asHar(encoded))];
    expect(inBase64.report?.rules).toEqual(plain.report?.rules);
  });

  test('without bodies shows statuses and headers only, and says so', async () => {
    const bare = session.map((entry) => {
      const { response, ...others } = entry as ReturnType<typeof toEntry>;
      return { ...others, response: { ...response, content: { size: 99 } } };
    });
    const { report, progress } = await judgeFile(asHar(bare));
    expect(report?.findings).toEqual([]);
    expect(progress).toContain('lack the body of their answer');
  });

  test('is told with the rules that only run can judge', async () => {
    const { report, progress } = await judgeFile(asHar(session));
    const uncertain = report?.leftOut.filter(({ why }) => why.startsWith('the traffic of others')) ?? [];
    expect(uncertain.length).toBeGreaterThan(100);
    expect(progress).toContain(
      `\n${uncertain.length} rules can't be judged by the traffic of others, only by run: ${uncertain[0]?.id}, `,
    );
  });

  test('that is cut is judged up to there', async () => {
    const text = asHar(session);
    const { report, progress } = await judgeFile(text.slice(0, text.length * 0.8));
    expect(report?.findings).toEqual([]);
    expect(progress).toMatch(/is cut after \d+ entries/);
  });

  test('has answers of a cache and of other sites, which are left out', async () => {
    const [first, ...others] = session as readonly ReturnType<typeof toEntry>[];
    const foreign = { ...first, request: { ...first?.request, url: 'https://elsewhere.example/me/agents' } };
    const cached = { ...first, startedDateTime: '2026-01-02T00:00:00Z', _fromCache: 'disk' };
    const { progress } = await judgeFile(asHar([{ ...first }, foreign, cached, ...others]));
    expect(progress).toContain('1 of other sites, 1 of a cache');
  });

  test('of another site alone is refused in a sentence', async () => {
    const other = session.map((entry) => ({
      ...entry,
      request: { method: 'GET', url: 'https://elsewhere.example/about', headers: [] },
      response: { status: 200, headers: [] },
    }));
    const { exitCode, progress } = await judgeFile(asHar(other));
    expect(exitCode).toBe(2);
    expect(progress).toContain('Nothing in the traffic looks like the platform');
  });

  test('that is not a HAR file is refused in a sentence', async () => {
    const { exitCode, progress } = await judgeFile('{"log": 7}', ['--base-url', baseUrl]);
    expect(exitCode).toBe(2);
    expect(progress).toContain('is no HAR');
  });
});

test('JSON Lines of a gateway are judged alike, and a damaged line is named', async () => {
  const lines = (session as readonly ReturnType<typeof toEntry>[]).map(
    ({ request, response, startedDateTime }) =>
      JSON.stringify({
        startedAt: startedDateTime,
        durationMs: 1,
        method: request.method,
        url: request.url,
        requestHeaders: Object.fromEntries(request.headers.map(({ name, value }) => [name, value])),
        ...('postData' in request ? { requestBody: request.postData?.text } : {}),
        status: response.status,
        responseHeaders: Object.fromEntries(response.headers.map(({ name, value }) => [name, value])),
        responseBody: response.content.text,
      }),
  );
  const judged = await judgeFile(lines.join('\n'), [], '--exchanges');
  expect(judged.report?.findings).toEqual([]);
  expect(judged.report?.summary.requests).toBe(session.length);
  const damaged = await judgeFile([lines[0], '{"method": 1}', lines[1]].join('\n'), [], '--exchanges');
  expect(damaged.report?.summary.requests).toBe(2);
  expect(damaged.progress).toContain('1 of 3 lines are no exchange');
  expect(damaged.progress).toContain('The first is line 2: ');
  const only = await judgeFile('{"method": 1}', [], '--exchanges');
  expect(only.exitCode).toBe(2);
  expect(only.progress).toContain('The first trouble is in line 1: ');
});

test('options of traffic are refused beside a results folder', async () => {
  const { exitCode, progress } = await runCli(['judge', folder, '--base-url', baseUrl]);
  expect(exitCode).toBe(2);
  expect(progress).toContain('--base-url is for judge --har FILE');
});
