import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJobQueue } from '../../../src/agents/jobs/job-queue.ts';
import { type BegunTurn, beginRun } from '../../../src/agents/turns/begin-turn.ts';
import { recoverTurns } from '../../../src/agents/turns/close-turn.ts';
import { createEventStore } from '../../../src/agents/turns/event-store.ts';
import { createRunSignals } from '../../../src/agents/turns/run-signals.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { hashApiKey } from '../../../src/domain/api-key.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { sandboxAgents } from '../../../src/sandbox/sandbox-agents.ts';
import { loadSandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { seedSandbox } from '../../../src/sandbox/seed-sandbox.ts';
import { insertAgents } from '../../../src/store/agent-repository.ts';
import { listEvents } from '../../../src/store/event-repository.ts';
import { openBoss } from '../../../src/store/open-boss.ts';
import { readRun } from '../../../src/store/run-repository.ts';
import type { Store } from '../../../src/store/store.ts';
import { hasRunningTurn } from '../../../src/store/turn-repository.ts';
import { ensureUser } from '../../../src/store/user-repository.ts';
import { makeTemporaryFolder, testCacheDir } from '../../helpers/deployment.ts';

describe('the embedded database', () => {
  let dataDir: string;
  let store: Store;
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
    store = await openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('lets the event loop run after each sixteen statements', async () => {
    let rounds = 0;
    let isCounting = true;
    function count(): void {
      rounds++;
      if (isCounting) setImmediate(count);
    }
    setImmediate(count);
    await Promise.all(Array.from({ length: 200 }, () => sql`select 1`.execute(store.db)));
    isCounting = false;
    expect(rounds).toBeGreaterThanOrEqual(200 / 16);
  });

  it('gives bigint as a number', async () => {
    const { rows } = await sql`select 7::bigint as value`.execute(store.db);
    expect(rows).toEqual([{ value: 7 }]);
  });

  it('keeps API keys as hashes and encrypted values only', async () => {
    const keys = loadSandboxKeys(dataDir);
    await seedSandbox(store.db, { keys, secretBox: createSecretBox(randomBytes(32)) });
    const rows = await store.db.selectFrom('api_key').selectAll().execute();
    expect(rows.map((row) => row.key_hash)).toContain(hashApiKey(keys.apiKey));
    expect(JSON.stringify(rows)).not.toContain(keys.apiKey);
  });

  it('takes a job in a transaction also when the queue has only just been made', async () => {
    const boss = await new PgBoss({ ...store.queueConnection, schedule: false }).start();
    await boss.deleteQueue('background-job');
    await boss.stop({ graceful: false });
    const queue = await openJobQueue(await openBoss(store, () => {}));
    const job = { id: crypto.randomUUID(), runId: crypto.randomUUID(), userId: crypto.randomUUID() };
    await store.db.transaction().execute((transaction) => queue.enqueue(transaction, job));
    expect(await queue.isAlive(job.id)).toBe(true);
    await queue.stop();
  });

  it('takes no job from a transaction that is rolled back', async () => {
    const queue = await openJobQueue(await openBoss(store, () => {}));
    const job = { id: crypto.randomUUID(), runId: crypto.randomUUID(), userId: crypto.randomUUID() };
    const rolledBack = store.db.transaction().execute(async (transaction) => {
      await queue.enqueue(transaction, job);
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    expect(await queue.isAlive(job.id)).toBe(false);
    await queue.stop();
  });

  it('frees a conversation whose turn is no longer worked on', async () => {
    const ownerId = crypto.randomUUID();
    const signals = createRunSignals(() => {});
    const turn = await insertStuckTurn(store, ownerId);
    await recoverTurns(store.db, { ownerId, isAlone: true }, signals);
    expect(await hasRunningTurn(store.db, turn.runId)).toBe(true);
    await sql`update turn set lease_until = now() - interval '1 second'`.execute(store.db);
    await recoverTurns(store.db, { ownerId, isAlone: true }, signals);
    expect(await hasRunningTurn(store.db, turn.runId)).toBe(false);
    expect((await readRun(store.db, turn.runId)).messages).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: expect.stringContaining('interrupted') },
    ]);
  });

  it('is asked in a loop for what has changed without keeping all else out', async () => {
    let isReached = false;
    setImmediate(() => {
      isReached = true;
    });
    for (let times = 0; times < 3; times += 1) await store.freshness.now();
    expect(isReached).toBe(true);
  });

  it('stores the events of many turns together, and a turn that another process has ended fails for itself only', async () => {
    const ownerId = crypto.randomUUID();
    const turns = [await insertStuckTurn(store, ownerId), await insertStuckTurn(store, ownerId)];
    const announced: string[] = [];
    const eventStore = createEventStore(
      store.db,
      createRunSignals((runIds) => announced.push(...runIds)),
    );
    const placed = (at: number, seq: number) => {
      const { runId = '', id: turnId = '' } = turns[at] ?? {};
      return {
        userId: 'of the test',
        runId,
        turnId,
        events: [{ seq, event: { kind: 'text' as const, text: 'word' } }],
      };
    };
    const ended = placed(0, 1);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, index) => eventStore.append(placed(1, 2 + index))),
      eventStore.append(ended),
    ]);
    expect(outcomes.slice(0, -1).filter(({ status }) => status !== 'fulfilled')).toEqual([]);
    expect(outcomes.at(-1)?.status).toBe('rejected');
    const events = await listEvents(store.db, turns[1]?.runId ?? '');
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(new Set(announced)).toEqual(new Set(turns.map(({ runId }) => runId)));
    await recoverTurns(
      store.db,
      { ownerId: crypto.randomUUID(), isAlone: true },
      createRunSignals(() => {}),
    );
  });
});

/** As it is when the database failed at the end of a turn. */
async function insertStuckTurn({ db }: Store, ownerId: string): Promise<BegunTurn> {
  const userId = await ensureUser(db, 'sandbox');
  const agent = { id: sandboxAgents.demo, userId, name: 'Demo', prompt: '' };
  await insertAgents(db, [agent]);
  return await beginRun(db, agent, { ownerId, message: 'Hello' });
}
