import { type PostgresServer, startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { createPruning, installChangeLog, keptMilliseconds } from '../../../src/store/postgres/change-log.ts';
import { followChanges, type Moment } from '../../../src/store/postgres/follow-changes.ts';
import { ownersOfRows } from '../../../src/store/postgres/owners-of-rows.ts';
import type { Database, Store } from '../../../src/store/store.ts';
import { createClient } from '../../helpers/client.ts';
import { createControl } from '../../helpers/control.ts';
import { type Deployment, makeTemporaryFolder, startDeployment } from '../../helpers/deployment.ts';
import { startMcpServer } from '../../helpers/mcp-server.ts';
import { patience } from '../../helpers/patience.ts';
import { makeTenant, type Tenant } from '../../helpers/tenant-world.ts';

describe('the log of changes on PostgreSQL', () => {
  let postgres: PostgresServer;
  let deployment: Deployment;
  let store: Store;
  let mcp: Awaited<ReturnType<typeof startMcpServer>>;
  let tenant: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    deployment = await startDeployment({ databaseUrl });
    store = await openStore({ dataDir: await makeTemporaryFolder(), databaseUrl }, async () => {});
    mcp = await startMcpServer();
    const stage = { control: createControl(deployment), fetch: deployment.app.fetch, mcpUrl: mcp.url };
    [tenant, other] = [await makeTenant(stage), await makeTenant(stage)];
    await giveMoney(stage.control);
    const { apiKey } = tenant.user;
    const client = createClient({ fetch: stage.fetch, agentsUrl: 'http://in-process/agents', apiKey });
    const { runId } = await client.post('/background 1', tenant.ids.agent_id);
    const path = { run_id: runId };
    const isIdle = async () => (await tenant.user.call('getAgentRun', { path })).body.state === 'idle';
    await vi.waitUntil(isIdle, patience);
  });
  afterAll(async () => {
    await store.close();
    await deployment.close();
    await mcp.close();
    await postgres.stop();
  });

  async function giveMoney(control: ReturnType<typeof createControl>): Promise<void> {
    const key = { user_id: tenant.user.id, agent_id: other.ids.agent_id };
    const payments = [{ amount: 500, paid_at: '2026-01-02T00:00:00Z' }];
    await control.do('POST', '/payments/subscriptions', {
      ...key,
      started_at: '2026-01-01T00:00:00Z',
      payments,
    });
    const code = crypto.randomUUID();
    await control.do('POST', `/users/${other.user.id}/vip-codes`, { code, credits: 5 });
    await tenant.user.call('redeemVipCode', { body: { code } });
    await tenant.user.call('installTool', { body: { tool_id: 'NOTIFIER_CREATE_PUSH' } });
  }

  /** Whose rows were changed by the work, of these two. */
  async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const changes = followChanges(store.urgent);
    const before = await changes.now();
    await work();
    await changes.now();
    const names = { tenant: tenant.user.id, other: other.user.id, 'somebody else': crypto.randomUUID() };
    return Object.entries(names).flatMap(([name, id]) => (changes.areUnchanged([id], before) ? [] : [name]));
  }

  const noted = Object.entries(ownersOfRows).filter(([, owners]) => owners.length > 0);

  it.each(noted)('knows whose rows of %s were changed by hand', async (table, owners) => {
    const { rows: columns } = await sql<{
      name: string;
    }>`select column_name as name from information_schema.columns
      where table_name = ${table} and is_identity = 'NO' order by ordinal_position limit 1`.execute(store.db);
    const column = sql.id(columns[0]?.name ?? '');
    const touched = await changedBy(async () => {
      const { numAffectedRows } = await sql`update ${sql.id(table)} set ${column} = ${column} where ctid in (
        select changed.ctid from ${sql.id(table)} as changed where ${sql.raw(owners[0] ?? '')} = ${tenant.user.id})`.execute(
        store.db,
      );
      expect(numAffectedRows).toBeGreaterThan(0n);
    });
    expect(touched).toContain('tenant');
    expect(touched).not.toContain('somebody else');
  });

  it('knows of rows that come and go, and of those that change hands', async () => {
    const id = crypto.randomUUID();
    const own = {
      run_id: id,
      user_id: tenant.user.id,
      visibility: 'private' as const,
      title: null,
      agent_id: null,
    };
    const insert = () => store.db.insertInto('studio_chat').values(own).execute();
    const ofChat = { run_id: id };
    const give = () =>
      store.db
        .updateTable('studio_chat')
        .set({ user_id: other.user.id })
        .where('run_id', '=', ofChat.run_id)
        .execute();
    const remove = () => store.db.deleteFrom('studio_chat').where('run_id', '=', id).execute();
    expect(await changedBy(insert)).toEqual(['tenant']);
    expect(await changedBy(give)).toEqual(['tenant', 'other']);
    expect(await changedBy(remove)).toEqual(['other']);
    expect(await changedBy(async () => {})).toEqual([]);
  });

  it("takes a table that was emptied for anybody's rows", async () => {
    expect(await changedBy(() => sql`truncate agent_theme`.execute(store.db))).toHaveLength(3);
  });

  const touch = (db: Database, { user }: Tenant) =>
    sql`update "user" set name = name where id = ${user.id}`.execute(db);

  it('sees a change when its transaction has ended, in whatever order they end, and none that was undone', async () => {
    const changes = followChanges(store.urgent);
    const start = await changes.now();
    const isUnchanged = async ({ user }: Tenant) => {
      await changes.now();
      return changes.areUnchanged([user.id], start);
    };
    await store.db.transaction().execute(async (slow) => {
      await touch(slow, tenant);
      await store.db.transaction().execute((quick) => touch(quick, other));
      expect([await isUnchanged(tenant), await isUnchanged(other)]).toEqual([true, false]);
    });
    expect(await isUnchanged(tenant)).toBe(false);
    const undo = () =>
      store.db.transaction().execute(async (transaction) => {
        await touch(transaction, tenant);
        throw new Error('undone');
      });
    expect(await changedBy(() => expect(undo()).rejects.toThrow('undone'))).toEqual([]);
  });

  it('takes all for changed when nobody has looked for long, by either clock', async () => {
    const moment: Moment = { monotonic: 0, wall: 0 };
    const changes = followChanges(store.urgent, () => ({ ...moment }));
    const passes = async (clock: keyof Moment, milliseconds: number) => {
      const before = await changes.now();
      moment[clock] += milliseconds;
      await changes.now();
      return changes.areUnchanged([tenant.user.id], before);
    };
    expect(await passes('monotonic', keptMilliseconds - 1)).toBe(true);
    expect(await passes('monotonic', keptMilliseconds)).toBe(false);
    expect(await passes('wall', keptMilliseconds)).toBe(false);
    expect(await passes('wall', -keptMilliseconds)).toBe(false);
  });

  it('forgets what all have seen, and nothing that a long transaction has noted before', async () => {
    let time = 0;
    const prune = createPruning(store.db, () => time);
    const changes = followChanges(store.urgent);
    const count = async () =>
      Number(Object((await sql`select count(*) from row_change`.execute(store.db)).rows[0]).count);
    const before = await changes.now();
    await store.db.transaction().execute(async (slow) => {
      await touch(slow, tenant);
      await touch(store.db, other);
      await prune();
      time += keptMilliseconds;
      await touch(store.db, other);
      await prune();
    });
    expect(await count()).toBe(2);
    await changes.now();
    expect(changes.areUnchanged([tenant.user.id], before)).toBe(false);
    time += keptMilliseconds;
    await prune();
    time += keptMilliseconds;
    await prune();
    expect(await count()).toBe(0);
  });

  it('is set up once', async () => {
    const oid = async () =>
      (await sql`select min(oid::bigint) as oid from pg_trigger where tgname like 'note_%'`.execute(store.db))
        .rows;
    const before = await oid();
    await installChangeLog(store.db);
    expect(await oid()).toEqual(before);
  });
});
