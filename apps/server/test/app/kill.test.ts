import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@agent-workers/test-deployment/start-postgres';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { compare, converse, type ToldRun } from '../helpers/kill/conversing.ts';
import { type Acknowledged, call, pay, readPayments, schedule } from '../helpers/kill/user-api-work.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** KILLS=50 kills more often; KILL_SEED=… repeats the moments of a run that failed. */
const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const conversations = 2;
const patience = { timeout: 60_000, interval: 100 };

describe('nothing that was acknowledged is lost when a process is killed with SIGKILL at any moment', () => {
  it(`on the embedded database (KILL_SEED=${seed})`, { timeout: 30_000 * (kills + 2) }, async () => {
    const dataDir = await makeTemporaryFolder();
    await killOften([() => startServerProcess(['--data-dir', dataDir])]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it(`on PostgreSQL, one of two processes at a time (KILL_SEED=${seed})`, {
    timeout: 30_000 * (kills + 2),
  }, async () => {
    const dataDir = await makeTemporaryFolder();
    const postgres = await startPostgres();
    const environment = {
      DATABASE_URL: await postgres.createDatabase(),
      AGENT_WORKERS_SECRET: randomBytes(32).toString('base64url'),
    };
    const start = () => startServerProcess(['--data-dir', dataDir], environment);
    await killOften([start, start]);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

async function killOften(starts: readonly (() => Promise<ServerProcess>)[]): Promise<void> {
  const moments = fc.array(fc.integer({ min: 20, max: 600 }), { minLength: kills, maxLength: kills });
  const property = fc.asyncProperty(moments, (milliseconds) => liveAndDie(starts, milliseconds));
  // What happens at a moment is never the same twice, so a smaller case proves nothing.
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: true });
}

async function liveAndDie(
  starts: readonly (() => Promise<ServerProcess>)[],
  moments: readonly number[],
): Promise<void> {
  const servers: ServerProcess[] = [];
  for (const start of starts) servers.push(await start());
  const told = createLedger();
  for (const server of servers) told.creditsBefore = (await call(server, 'GET', '/me/credits')).balance;
  const lives = servers.map((server) => live(server, told));
  for (const [index, milliseconds] of moments.entries()) {
    await pause(milliseconds);
    const place = index % starts.length;
    await lives[place]?.die();
    const start = starts[place];
    if (start) lives[place] = live(await start(), told);
  }
  await Promise.all(lives.map((life) => life.rest()));
  const [life] = lives;
  if (life) await compareAll(life.server, told);
  await Promise.all(lives.map(({ server }) => server.crash()));
}

interface Ledger extends Acknowledged {
  runs: ToldRun[];
  creditsBefore: number;
}

function createLedger(): Ledger {
  return {
    runs: [],
    creditsBefore: 0,
    schedules: new Set(),
    deletedSchedules: new Set(),
    paidCheckouts: new Set(),
    openedCheckouts: new Set(),
  };
}

interface Life {
  server: ServerProcess;
  /** Kills the server and lets its clients notice. */
  die(): Promise<void>;
  /** Lets the clients end what they are doing. */
  rest(): Promise<void>;
}

/** A server and clients who keep it busy with everything that it could lose. */
function live(server: ServerProcess, told: Ledger): Life {
  const enough = new AbortController();
  const work = { acknowledged: told, signal: enough.signal };
  const clients = [
    ...Array.from({ length: conversations }, () =>
      converse(server, { runs: told.runs, signal: enough.signal }),
    ),
    schedule(server, work),
    pay(server, work),
  ];
  const ended = Promise.allSettled(clients);
  return {
    server,
    async die() {
      await server.crash();
      // A client whose server is gone has met a broken connection; one that was told something wrong has failed.
      for (const outcome of await ended)
        if (outcome.status === 'rejected' && !isBroken(outcome.reason)) throw outcome.reason;
    },
    async rest() {
      enough.abort();
      await Promise.all(clients);
    },
  };
}

function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}

/** Answers that were cut off and jobs that were begun are taken up by the process that lives. */
async function readState({ ready }: ServerProcess, runId: string): Promise<string> {
  const headers = { authorization: `Bearer ${ready.credentials.jwt}` };
  const response = await fetch(`${ready.baseUrl}/me/agent-runs/${runId}`, { headers });
  return JSON.parse(await response.text()).state;
}

async function compareAll(server: ServerProcess, told: Ledger): Promise<void> {
  for (const run of told.runs) {
    await vi.waitUntil(async () => (await readState(server, run.runId)) === 'idle', patience);
    compare(run, (await server.client.get(run.runId)).messages);
  }
  const { items } = await call(server, 'GET', '/me/schedules');
  const schedules = items.map(({ schedule_id }: { schedule_id: string }) => schedule_id);
  expect(schedules).toEqual(expect.arrayContaining([...told.schedules]));
  expect(schedules.filter((id: string) => told.deletedSchedules.has(id))).toEqual([]);
  const { paid } = await readPayments(server, told.openedCheckouts);
  expect(paid).toEqual(expect.arrayContaining([...told.paidCheckouts]));
  await vi.waitFor(async () => {
    const { balance, owed } = await readPayments(server, told.openedCheckouts);
    expect(balance - told.creditsBefore).toBe(owed);
  }, patience);
}
