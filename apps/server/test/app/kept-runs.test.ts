import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/open-database.ts';
import { createApp, sandboxAgents } from '../../src/index.ts';
import { createClient } from '../helpers/client.ts';
import { makeTemporaryFolder, testCacheDir } from '../helpers/deployment.ts';
import { createUserClient } from '../helpers/user-client.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeTemporaryFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function open(keepRunDays?: number) {
  const app = await createApp({ dataDir, cacheDir: testCacheDir, sandbox: true, keepRunDays });
  const { apiKey = '', jwt } = app.sandboxKeys ?? {};
  const client = createClient({ fetch: app.fetch, agentsUrl: 'http://app/agents', apiKey });
  return { app, client, user: createUserClient(app.fetch, jwt) };
}

/** Moves all that happened in the runs into the past. */
async function age(runIds: string[], days: number): Promise<void> {
  const store = await openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
  const created_at = sql<Date>`created_at - make_interval(days => ${days})`;
  await sql`update run set created_at = ${created_at} where id in (${sql.join(runIds)})`.execute(store.db);
  await sql`update run_event set created_at = ${created_at} where run_id in (${sql.join(runIds)})`.execute(
    store.db,
  );
  await store.close();
}

it('Runs in which nothing happened for longer than the operator keeps them are forgotten, and no others', async () => {
  const first = await open();
  const old = await first.client.post('/tool lookup {"topic": "tides"}');
  const done = await first.client.post('/background 6 * 7');
  await first.client.untilIdle(done.runId);
  const busy = await first.client.post('/background await sleep(540000)');
  const fresh = await first.client.post('Hello');
  const revived = await first.client.post('Hello');
  await first.app.close();
  await age([old.runId, done.runId, busy.runId, revived.runId], 31);

  const second = await open();
  await second.client.put(revived.runId, 'Hello again');
  expect((await second.client.get(old.runId)).status).toBe(200);
  await second.app.close({ graceMilliseconds: 0 });

  const third = await open(30);
  const statusOf = async ({ runId }: { runId: string }) =>
    (await third.client.request(`${sandboxAgents.demo}/${runId}`)).status;
  expect(await statusOf(old)).toBe(404);
  expect(await statusOf(done)).toBe(404);
  for (const run of [busy, fresh, revived]) expect(await statusOf(run)).toBe(200);
  const { body } = await third.user.call('listAgentRuns');
  expect(body.items.map(({ run_id }: { run_id: string }) => run_id)).not.toContain(old.runId);
  const executions = (await third.user.call('listToolExecutionLogs')).body.items;
  expect(executions.map(({ run_id }: { run_id: string }) => run_id)).not.toContain(old.runId);
  await third.app.close({ graceMilliseconds: 0 });
});
