import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { type PostgresServer, startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { openPostgres } from '../../src/store/open-postgres.ts';
import type { Database } from '../../src/store/store.ts';
import { adminToken } from '../helpers/admin.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { compareAll, createLedger, startClients } from '../helpers/kill/life.ts';
import { patience } from '../helpers/patience.ts';
import { type FrontServer, proxies } from '../helpers/proxies.ts';
import {
  type Reached,
  type ServerProcess,
  startServerProcess,
  throughProxy,
} from '../helpers/server-process.ts';

/** MINUTES=5 goes on restarting for so long, so that a schedule of each minute falls due meanwhile. */
const minutes = Number(process.env.MINUTES ?? 0);
const words = 40;

// A proxy that isn't installed is skipped: .ci/install-tools installs them.
describe('a day in fast motion: two processes on PostgreSQL are restarted one after the other, and one is killed', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    if (proxies.some(({ isInstalled }) => isInstalled)) postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  for (const proxy of proxies)
    it.skipIf(!proxy.isInstalled)(
      `behind ${proxy.name}: no restart is seen by a client, and nothing is lost`,
      { timeout: 240_000 + minutes * 120_000 },
      async () => {
        const stage = await startStage(postgres, proxy);
        const { reached, places } = stage;
        const told = await createLedger(reached);
        const schedule = await startSchedule(reached, stage.databaseUrl);

        const until = Date.now() + minutes * 60_000;
        const morning = startClients(reached, told);
        const speaker = speakOn(reached);
        do for (const place of places) await stage.restart(place);
        while (Date.now() < until);
        await morning.rest();
        await speaker.rest();

        await compareAll(reached, told);
        const untilNoon = told.runs.length;
        const afternoon = startClients(reached, told);
        await vi.waitUntil(() => told.runs.length > untilNoon, patience);
        const [killed] = places;
        await killed?.kill();
        await afternoon.rest().catch(expectCutOff);
        await killed?.start();
        // Caddy 2.6 ends an answer that broke off as if it were whole.
        for (const { turns } of told.runs) for (const turn of turns) turn.isComplete = false;

        await compareAll(reached, told);
        await schedule.expectAllTold();
        await stage.close();
      },
    );
});

/** Two processes on ports of their own, and the proxy in front of them. */
async function startStage(postgres: PostgresServer, proxy: FrontServer) {
  const folder = await makeTemporaryFolder();
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    AGENT_WORKERS_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_TOKEN: adminToken,
  };
  const places = [await createPlace(folder, environment), await createPlace(folder, environment)] as const;
  const first = await places[0].start();
  await places[1].start();
  const { origin, leaveOut, stop } = await proxy.start(places.map((place) => place.origin));
  return {
    places,
    databaseUrl: environment.DATABASE_URL,
    reached: throughProxy(first, origin),
    async restart(place: Place) {
      await leaveOut(place.origin);
      await place.stop();
      await place.start();
      await leaveOut(undefined);
      await vi.waitUntil(place.hasServed, patience);
    },
    async close() {
      await stop();
      for (const place of places) await place.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Place = Awaited<ReturnType<typeof createPlace>>;

async function createPlace(folder: string, environment: NodeJS.ProcessEnv) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const patient = ['--drain-delay', '3', '--grace-period', '20'];
  let server: ServerProcess | undefined;
  async function start() {
    server = await startServerProcess(
      ['--data-dir', folder, '--port', String(port), '--admin-port', String(adminPort), ...patient],
      environment,
    );
    await vi.waitUntil(async () => (await fetch(`${origin}/readyz`)).ok, patience);
    return server;
  }
  return {
    origin,
    start,
    async stop() {
      server?.child.kill('SIGTERM');
      expect(await server?.ended).toMatchObject({ exitCode: 0 });
    },
    kill: async () => await server?.crash(),
    /** Whether the proxy has given it something to do since it started: what asks for its health only reads. */
    async hasServed() {
      const headers = { authorization: `Bearer ${adminToken}` };
      const response = await fetch(`http://127.0.0.1:${adminPort}/metrics`, { headers });
      return /^agent_workers_http_requests_total\{method="POST"/m.test(await response.text());
    },
  };
}

/** Answers that take seconds, one after the other, each of which must come whole. */
function speakOn({ client }: Reached) {
  let goesOn = true;
  const spoken = (async () => {
    while (goesOn) {
      const { status, text } = await client.post(`/stream ${words} 50`);
      expect([status, text.trim().split(/\s+/).length]).toEqual([200, words]);
    }
  })();
  // It is heard of when the restarts are over.
  spoken.catch(() => {});
  return {
    async rest() {
      goesOn = false;
      await spoken;
    },
  };
}

/** A schedule for each minute. */
async function startSchedule({ ready }: Reached, databaseUrl: string) {
  const message = `Each minute ${crypto.randomUUID()}`;
  const response = await fetch(`${ready.baseUrl}/me/schedules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.credentials.jwt}` },
    body: JSON.stringify({ chat_id: sandboxAgents.demo, cron: '* * * * *', message }),
  });
  const minuteNow = () => Math.floor(Date.now() / 60_000);
  const begun = minuteNow();
  expect(response.status).toBe(200);
  return {
    /** @throws unless one run was started for each minute that began meanwhile. */
    async expectAllTold() {
      const due = minuteNow() - begun;
      const store = await openPostgres(databaseUrl);
      const told = () => countTold(store.db, message);
      await vi.waitUntil(async () => (await told()) >= due, patience);
      expect(await told()).toBeLessThanOrEqual(minuteNow() - begun);
      await store.close();
    },
  };
}

async function countTold(db: Database, message: string): Promise<number> {
  const found = await db
    .selectFrom('message')
    .select('run_id')
    .where(sql`content::text`, '=', JSON.stringify(message))
    .execute();
  return found.length;
}

/** Who had sent something to a process that was killed may get no answer, and only they. */
function expectCutOff(error: unknown): void {
  if (error instanceof TypeError) return;
  expect(Object(error).actual).toBe(502);
}
