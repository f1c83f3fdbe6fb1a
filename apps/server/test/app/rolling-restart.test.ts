import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { type PostgresServer, startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Database } from '../../src/store/store.ts';
import { adminToken } from '../helpers/admin.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { createAttempts } from '../helpers/kill/attempts.ts';
import { compareAll, createLedger, startClients } from '../helpers/kill/life.ts';
import { patience } from '../helpers/patience.ts';
import { type FrontServer, proxies } from '../helpers/proxies.ts';
import {
  type Reached,
  type ServerProcess,
  startServerProcess,
  throughProxy,
} from '../helpers/server-process.ts';

/** MINUTES=5 goes on restarting for so long; otherwise until a minute has begun, when schedules fall due. */
const minutes = Number(process.env.MINUTES ?? 0);
const minute = 60_000;
/** In ms, so that schedules fall due while the processes are restarted. */
const morningLasts = 8_000;
const words = 40;
const schedulesDue = 20;

/** Two processes are at work for a minute. */
const isTaken = process.env.WHOLE !== undefined || minutes > 0;

// A proxy that isn't installed is skipped: .ci/install-tools installs them.
describe('a day in fast motion: two processes on PostgreSQL are restarted one after the other, and one is killed', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    if (isTaken && proxies.some(({ isInstalled }) => isInstalled)) postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  for (const proxy of proxies)
    it.skipIf(!isTaken || !proxy.isInstalled)(
      `behind ${proxy.name}: no client sees it but by what was on its way to the killed one, nothing is lost or done twice`,
      { timeout: 1_200_000 + minutes * 120_000 },
      async () => {
        const stage = await startStage(postgres, proxy);
        const { reached, places } = stage;
        const told = await createLedger(reached);
        const schedules = await startSchedules(reached, stage.databaseUrl);

        // The morning is over when each schedule has been due: at the next minute, or after so many. It begins shortly before.
        const noon = Math.max(Date.now() + minutes * minute, schedules.firstDue);
        if (minutes === 0) await setTimeout(noon - morningLasts - Date.now());
        const morning = startClients(reached, told);
        const speaker = speakOn(reached);
        do for (const place of places) await stage.restart(place);
        while (Date.now() < noon);
        await morning.rest();
        await speaker.rest();
        await compareAll(reached, told);

        const attempts = createAttempts();
        const afternoon = startClients(reached, told, attempts);
        const goOn = async () => {
          const before = told.runs.length;
          await Promise.race([
            vi.waitUntil(() => told.runs.length > before + 2, patience),
            afternoon.working,
          ]);
        };
        await goOn();
        const [killed] = places;
        await attempts.during(async () => {
          await Promise.all([stage.hasNoticed(killed), killed.kill()]);
        });
        await goOn();
        await killed.start();
        await goOn();
        await afternoon.rest();

        await compareAll(reached, told);
        await schedules.expectAllTold();
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
  const { origin, leaveOut, hasNoticed, stop } = await proxy.start(places.map((place) => place.origin));
  return {
    places,
    databaseUrl: environment.DATABASE_URL,
    reached: throughProxy(first, origin),
    async restart(place: Place) {
      await leaveOut(place.origin);
      await place.stop();
      await place.start();
      await leaveOut(undefined);
      await vi.waitUntil(() => place.hasServed(origin), patience);
    },
    hasNoticed: (place: Place) => hasNoticed(place.origin),
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
    /** Whether the proxy gives it something to do. HEAD is what nobody else asks for. */
    async hasServed(front: string) {
      await fetch(`${front}/healthz`, { method: 'HEAD' });
      const headers = { authorization: `Bearer ${adminToken}` };
      const response = await fetch(`http://127.0.0.1:${adminPort}/metrics`, { headers });
      return /^agent_workers_http_requests_total\{method="HEAD"/m.test(await response.text());
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

/** Schedules for each minute. */
async function startSchedules({ ready }: Reached, databaseUrl: string) {
  const messages = Array.from({ length: schedulesDue }, () => `Each minute ${crypto.randomUUID()}`);
  const minutesNow = () => Math.floor(Date.now() / minute);
  const earliest = minutesNow();
  for (const message of messages) {
    const response = await fetch(`${ready.baseUrl}/me/schedules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.credentials.jwt}` },
      body: JSON.stringify({ chat_id: sandboxAgents.demo, cron: '* * * * *', message }),
    });
    expect(response.status).toBe(200);
  }
  const latest = minutesNow();
  return {
    /** When the last one falls due for the first time. */
    firstDue: (latest + 1) * minute,
    /**
     * @throws unless each has started a run since the last minute began, and no more than one for each minute. Of times that
     * a busy machine was late for by more than a minute only the latest is made up for.
     */
    async expectAllTold() {
      const last = minutesNow();
      expect(last).toBeGreaterThan(latest);
      const store = await openPostgres(databaseUrl);
      for (const message of messages) {
        const toldSince = (begun: number) => countTold(store.db, message, new Date(begun * minute));
        await vi.waitUntil(async () => (await toldSince(last)) > 0, patience);
        expect(await toldSince(earliest)).toBeLessThanOrEqual(minutesNow() - earliest);
      }
      await store.close();
    },
  };
}

async function countTold(db: Database, message: string, since: Date): Promise<number> {
  const found = await db
    .selectFrom('message')
    .select('run_id')
    .where(sql`content::text`, '=', JSON.stringify(message))
    .where('created_at', '>=', since)
    .execute();
  return found.length;
}
