import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { type ChangingTarget, serveChanging } from '../helpers/changing-target.ts';
import { runCli } from '../helpers/run-cli.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';

const nowhere = '00000000-0000-4000-8000-00000000dead';

let target: ChangingTarget;
beforeAll(async () => {
  target = await serveChanging();
});
afterAll(() => target.close());

async function runWith(fixtures: object, rules: string) {
  const file = join(target.folder, `${crypto.randomUUID()}.json`);
  const config = configOf(plain, target.deployment.seeds, target.url);
  await writeFile(file, JSON.stringify({ ...config, fixtures: { ...config.fixtures, ...fixtures } }));
  const { out, progress } = await runCli([
    'run',
    '--config',
    file,
    '--rules',
    rules,
    '--scenarios',
    '0',
    '--json',
  ]);
  const report: Report = JSON.parse(out);
  return { report, progress };
}

test('what the config names and is not there is named before the run, with what that costs', async () => {
  const { progress } = await runWith(
    { paidAgentId: nowhere, toolsetName: 'nothing' },
    'subscriptions,toolsets',
  );
  expect(progress).toMatch(
    /\n {2}fixtures\.paidAgentId is not there \(GET \/me\/agents\/\S+ was answered 404\): [1-9]\d* rules? needs? it\n/,
  );
  expect(progress).toContain('(GET /me/toolsets/nothing was answered 404): no rule needs just this one\n');
  expect(progress.indexOf('fixtures.toolsetName')).toBeLessThan(progress.indexOf('sequences over'));
});

test('a subscription that an earlier run has ended is spent', async () => {
  const { progress } = await runWith({ unsubscribeAgentId: nowhere }, 'subscriptions');
  expect(progress).toContain(
    `fixtures.unsubscribeAgentId is spent (GET /me/subscriptions/${nowhere} was answered 404)`,
  );
});

test('what a read shows to be of no use is named before the run, whatever it is', async () => {
  const { fetch, seeds } = target.deployment;
  target.answerBy(async (request) => {
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    if (asked === 'GET /me/vip') return Response.json({ count: 3 });
    return asked === 'GET /me/schedules/text-to-cron' ? new Response(null, { status: 400 }) : fetch(request);
  });
  const { progress } = await runWith(
    { privateAgentId: seeds.agents.worker, tool: { name: 'tide-machine', input: {} }, cron: 'now' },
    'schedules,tools.run,vip',
  );
  target.answerBy(fetch);
  expect(progress).toMatch(
    /fixtures\.privateAgentId is no private agent of another user \(GET \S+ was answered 200\)/,
  );
  expect(progress).toContain('fixtures.tool is not there (GET /me/tools/list was answered 200)');
  expect(progress).toContain(
    'fixtures.cron is not taken (GET /me/schedules/text-to-cron?cron=now was answered 400)',
  );
  expect(progress).toContain(
    'fixtures.vipCode may be spent, since this user has redeemed one before (GET /me/vip',
  );
});

test('nothing is said of fixtures that are there, or that the rules of the run do not need', async () => {
  expect((await runWith({}, 'toolsets')).progress).not.toContain('fixtures.');
  expect((await runWith({ toolsetName: 'nothing' }, 'bundles.list')).progress).not.toContain('fixtures.');
});

test('an agent that is not there breaks no rule about those that are', async () => {
  const { report } = await runWith({ paidAgentId: nowhere }, 'subscriptions');
  expect(report.findings).toEqual([]);
});

test('a code that is used up is named by the answer that it gets', async () => {
  const { fetch } = target.deployment;
  target.answerBy(async (request) =>
    request.method === 'POST' && request.url.endsWith('/me/vip')
      ? Response.json({ detail: 'redeemed before' }, { status: 400 })
      : fetch(request),
  );
  const { report } = await runWith({}, 'vip.redeem');
  target.answerBy(fetch);
  const [redeem] = report.rules.filter(({ id }) => id === 'vip.redeem');
  expect(redeem?.reason).toMatch(
    /^not seen: .*\(redeemVipCode was answered 4\d\d: are its fixtures still good\?\)$/,
  );
});
