import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judgeBehind } from '../helpers/judge-behind.ts';
import type { Fetch } from '../mutants/mutant.ts';

const badGateway = () => new Response('bad gateway', { status: 502 });

test('a 502 now and then is told with its number, and breaks nothing', async () => {
  let asked = 0;
  const { report, exitCode } = await judgeBehind(
    (fetch) => (request) => {
      asked += 1;
      return asked % 25 === 20 ? Promise.resolve(badGateway()) : fetch(request);
    },
    '--rules',
    'bundles.list,bundles.delete',
  );
  expect(report.findings).toEqual([]);
  expect(report.trouble?.statuses).toEqual([{ status: 502, count: expect.any(Number) }]);
  expect(report.cleanUp.leftovers).toEqual([]);
  expect(exitCode).toBe(report.summary.exitCode);
});

test('what can not be removed is exit code 3, unless that is allowed', async () => {
  const stuck =
    (fetch: Fetch): Fetch =>
    (request) => {
      const isRemoval = request.method === 'DELETE' && request.url.includes('/me/bundles/');
      return isRemoval ? Promise.resolve(badGateway()) : fetch(request);
    };
  // Side by side: each of them waits for the target to come back.
  const [plainly, allowed, waived, other] = await Promise.all(
    [
      [],
      ['--allow-leftovers'],
      ['--waivers', await waiversFor('refused')],
      ['--waivers', await waiversFor('still-there')],
    ].map((args) => judgeBehind(stuck, '--rules', 'bundles.list', ...args)),
  );
  expect(plainly?.report.findings).toEqual([]);
  expect(plainly?.report.cleanUp.leftovers.length).toBeGreaterThan(0);
  expect(plainly?.report.summary.verdict).toBe('left-behind');
  expect([plainly, allowed, waived, other].map((one) => one?.exitCode)).toEqual([3, 0, 0, 3]);
  expect(waived?.report.cleanUp.leftovers[0]?.waiver?.owner).toBe('team edge');
});

async function waiversFor(because: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'waivers.json');
  const said = { reason: 'its gateway refuses DELETE', owner: 'team edge', expires: '2099-12-31' };
  await writeFile(file, JSON.stringify({ waivers: [{ leftover: 'bundle', because, ...said }] }));
  return file;
}

test('a limit of requests is kept to, and told with its pauses', async () => {
  let asked = 0;
  const { report, exitCode } = await judgeBehind(
    (fetch) => (request) => {
      asked += 1;
      const limited = new Response(null, { status: 429, headers: { 'retry-after': '0.05' } });
      return asked === 9 ? Promise.resolve(limited) : fetch(request);
    },
    '--rules',
    'bundles.list',
  );
  expect(exitCode).toBe(0);
  expect(report.trouble?.pauses).toEqual({ count: 1, milliseconds: 50 });
});

test('a deployment that forgets its first run is not lost: the request is named with the answer now', async () => {
  let first: string | undefined;
  let reads = 0;
  const { report, exitCode } = await judgeBehind(
    (fetch) => async (request) => {
      const isRead = request.method === 'GET' && first !== undefined && request.url.endsWith(first);
      if (isRead) reads += 1;
      if (isRead && reads > 1) return new Response(null, { status: 404 });
      const response = await fetch(request);
      first ??= response.headers.get('x-service-run-id') ?? undefined;
      return response;
    },
    '--rules',
    'run.run-id-is-uuid,bundles.list',
  );
  expect(report.summary).toMatchObject({ ended: 'complete', verdict: 'inconclusive' });
  expect(report.summary.sentence).toContain('was answered 200 at first and is answered 404 now');
  expect(report.trouble?.changes).toEqual([
    expect.objectContaining({ operation: 'getRunMessages', now: { status: 404 }, isLost: false }),
  ]);
  expect(exitCode).toBe(3);
});

test.each([
  ['--max-requests', '40', [], 'max-requests', 'after 40 of about'],
  // So many requests take longer than a second on any machine.
  ['--max-time', '1s', ['--budget', 'thorough'], 'max-time', 'ended by --max-time after'],
])(
  'a run that %s cuts says how far it came, and what was never sent',
  async (option, value, others, ended, words) => {
    const { report, progress, exitCode } = await judgeBehind((fetch) => fetch, option, value, ...others);
    expect(exitCode).toBe(3);
    expect(report.summary.ended).toBe(ended);
    const reasons = report.rules
      .filter(({ verdict }) => verdict === 'not-observed')
      .map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(new RegExp(`^not sent: .*${words}`)));
    expect(reasons).not.toContainEqual(expect.stringContaining('not seen: a record'));
    expect(progress).not.toMatch(/probed operations (\d+)\/\1\n.*probed operations/s);
    expect(progress).toContain(`ended early (${ended})`);
  },
);
