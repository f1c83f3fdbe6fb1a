import { type PostgresServer, startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { sql } from 'kysely';
import { PgBoss, type TestClock } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { insertExecution } from '../../src/store/execution-repository.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Database } from '../../src/store/store.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { patience } from '../helpers/patience.ts';
import { runsTold } from '../helpers/runs-told.ts';
import { passTime, startClock } from '../helpers/start-clock.ts';

describe('two processes on PostgreSQL', () => {
  const clock = startClock();
  let postgres: PostgresServer;
  let databaseUrl: string;
  let deployments: Deployment[];
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase();
    // One after the other: a test clock replaces a function of the database that both use.
    const first = await startDeployment({ databaseUrl, clock });
    deployments = [first, await startDeployment({ databaseUrl, clock })];
  });
  afterAll(async () => {
    for (const deployment of deployments) await deployment.close();
    await postgres.stop();
  });

  it('start one run for each time of a schedule, even if its alarm rings many times in both', async () => {
    const [deployment] = deployments;
    if (!deployment) throw new Error('There is no deployment.');
    const message = 'Only once';
    const body = { chat_id: sandboxAgents.demo, cron: '* * * * *', message };
    const { schedule_id } = (await deployment.user.call('createSchedule', { body })).body;
    await passTime(clock, 75_000);
    await vi.waitUntil(async () => (await runsTold(deployment, message)).length > 0, patience);
    await ringAgain(databaseUrl, { scheduleId: schedule_id, clock });
    expect(await runsTold(deployment, message)).toHaveLength(1);
  });

  it('add to a timeline only after an earlier addition is stored', async () => {
    const store = await openPostgres(databaseUrl);
    const user = await store.db.selectFrom('user').select('id').limit(1).executeTakeFirstOrThrow();
    const execution = {
      userId: user.id,
      runId: null,
      toolName: 'lookup',
      toolkit: 'builtin',
      input: {},
      output: {},
    };
    const add = (db: Database) => insertExecution(db, { ...execution, failed: false, milliseconds: 1 });
    let later: Promise<unknown> = Promise.resolve();
    await store.db.transaction().execute(async (earlier) => {
      await add(earlier);
      let isStored = false;
      later = store.db
        .transaction()
        .execute(add)
        .then(() => {
          isStored = true;
        });
      await vi.waitUntil(async () => isStored || (await countWaiting(store.db)) > 0, patience);
      expect(isStored).toBe(false);
    });
    await later;
    await store.close();
  });
});

/** How many connections wait for a lock of another. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Rings an alarm eight times more, and waits until all were heard. */
async function ringAgain(
  databaseUrl: string,
  { scheduleId, clock }: { scheduleId: string; clock: TestClock },
): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const alarms = Array.from({ length: 8 }, () => ({ id: crypto.randomUUID(), data: { scheduleId } }));
  await boss.insert('due-schedule', alarms);
  await vi.waitUntil(async () => {
    await clock.tick(500);
    const jobs = await Promise.all(alarms.map(({ id }) => boss.findJobs('due-schedule', { id })));
    return jobs.every(([job]) => job?.state === 'completed');
  }, patience);
  await boss.stop({ graceful: false });
}
