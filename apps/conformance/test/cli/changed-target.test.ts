import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeBehind, runBehind } from '../helpers/judge-behind.ts';
import { runCli } from '../helpers/run-cli.ts';
import type { Fetch } from '../mutants/mutant.ts';

/** From the so manieth request on, some are refused. */
const refusing =
  (from: number, status: number, isRefused: (request: Request) => boolean) =>
  (fetch: Fetch): Fetch => {
    let asked = 0;
    return async (request) => {
      asked += 1;
      if (asked < from || !isRefused(request)) return fetch(request);
      return Response.json({ detail: 'no longer' }, { status });
    };
  };

const pathOf = ({ url }: Request): string => new URL(url).pathname;
const isUserApi = (request: Request): boolean => pathOf(request).startsWith('/me');
const isCurrentUser = (request: Request): boolean => pathOf(request).replace(/\/$/, '') === '/me';

const rules = ['--rules', 'bundles.list,bundles.delete,bundles.get,user.get'];

/** The identifiers that the answer to a POST gives. */
async function idsMade({ method }: Request, response: Response): Promise<readonly string[]> {
  if (method !== 'POST') return [];
  const told = `${response.headers.get('x-service-run-id')} ${await response.clone().text()}`;
  return [...told.matchAll(/[\da-f-]{36}/g)].map(([id]) => id);
}

/** After the so manieth request a gateway answers for a while; then all that was made before is gone. */
const startedAnew =
  (after: number) =>
  (fetch: Fetch): Fetch => {
    const made = new Set<string>();
    let asked = 0;
    const later = (request: Request): Promise<Response> => {
      if (asked <= after + 3) return Promise.resolve(new Response(null, { status: 502 }));
      const isForgotten = pathOf(request)
        .split('/')
        .some((part) => made.has(part));
      return isForgotten ? Promise.resolve(Response.json({ detail: 'no' }, { status: 404 })) : fetch(request);
    };
    return async (request) => {
      asked += 1;
      if (asked > after) return later(request);
      const response = await fetch(request);
      for (const id of await idsMade(request, response)) made.add(id);
      return response;
    };
  };

test.each([401, 403, 404])(
  'where all is answered %i half way, the run ends: what changed is named, and nothing later is judged',
  async (status) => {
    const { report, exitCode, progress } = await judgeBehind(refusing(30, status, isUserApi), ...rules);
    expect(report.findings).toEqual([]);
    expect(report.summary).toMatchObject({ ended: 'target-changed', verdict: 'inconclusive' });
    expect(exitCode).toBe(3);
    const words = `was answered 200 at first and is answered ${status} now`;
    expect(report.rules.find(({ id }) => id === 'user.get')).toMatchObject({
      verdict: 'inconclusive',
      responsible: 'target',
      reason: expect.stringContaining(words),
    });
    expect(report.trouble?.changes).toEqual([
      expect.objectContaining({ operation: 'getCurrentUser', first: 200, now: { status }, isLost: true }),
    ]);
    expect(progress).toContain('ended early (target-changed)');
  },
);

test('where one read alone is answered otherwise, all else is judged, and its rules are inconclusive', async () => {
  const gateway = refusing(30, 403, isCurrentUser);
  const { report, exitCode } = await judgeBehind(gateway, ...rules);
  expect(report.findings).toEqual([]);
  expect(report.summary).toMatchObject({ ended: 'complete', verdict: 'inconclusive' });
  const verdicts = Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).toMatchObject({
    'bundles.list': 'passed',
    'bundles.delete': 'passed',
    'bundles.get': 'passed',
    'user.get': 'inconclusive',
  });
  expect(exitCode).toBe(3);
});

test('the terminal names request, first answer and answer now, once', async () => {
  const { out } = await runBehind(refusing(30, 401, isUserApi), ...rules);
  const text = out.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(
    /The target no longer answers as it did at first \(GET \S+\/me\/? was answered 200 at first and is answered 401 now\)/,
  );
});

test('a key of the Workers API that no longer opens ends the run, one run that is refused does not', async () => {
  const isRuns = (request: Request): boolean => pathOf(request).includes('/agents/') && !isUserApi(request);
  const asked = ['--rules', 'run.run-id-is-uuid,run.get-is-message-array'];
  const all = await judgeBehind(refusing(4, 401, isRuns), ...asked);
  expect(all.report.findings).toEqual([]);
  expect(all.report.summary.ended).toBe('target-changed');
  let first: string | undefined;
  const one = await judgeBehind(
    (fetch) => async (request) => {
      if (first !== undefined && request.url.endsWith(first)) return new Response(null, { status: 403 });
      const response = await fetch(request);
      first ??= response.headers.get('x-service-run-id') ?? undefined;
      return response;
    },
    ...asked,
  );
  expect(one.report.summary).toMatchObject({ ended: 'complete', verdict: 'inconclusive' });
  expect(one.report.findings).toEqual([]);
});

test('a target that is started anew, and forgets what was made, ends the run: nothing that came after is judged', async () => {
  const { report, exitCode } = await judgeBehind(
    startedAnew(60),
    '--rules',
    'bundles,run.get-is-message-array',
  );
  expect(report.findings).toEqual([]);
  expect(report.summary).toMatchObject({ ended: 'target-restarted', verdict: 'inconclusive' });
  expect(exitCode).toBe(3);
});

test('the recording of such a run is judged again as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'changed-'));
  await judgeBehind(refusing(30, 401, isUserApi), ...rules, '--results', folder);
  const again = await runCli(['judge', folder]);
  await rm(folder, { recursive: true });
  expect(again.out).toContain('All verdicts are as they were.');
});
