import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@agent-workers/test-deployment/start-postgres';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { compareAll, createLedger, isBroken, type Ledger, startClients } from '../helpers/kill/life.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** KILLS=50 kills more often, and on PostgreSQL too, where rolling-restart.test.ts kills one in CI; KILL_SEED=… repeats the moments of a run that failed. */
const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe('nothing that was acknowledged is lost when a process is killed with SIGKILL at any moment', () => {
  it(`on the embedded database (KILL_SEED=${seed})`, { timeout: 30_000 * (kills + 2) }, async () => {
    const dataDir = await makeTemporaryFolder();
    await killOften([() => startServerProcess(['--data-dir', dataDir])]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it.runIf(process.env.KILLS !== undefined)(
    `on PostgreSQL, one of two processes at a time (KILL_SEED=${seed})`,
    {
      timeout: 30_000 * (kills + 2),
    },
    async () => {
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
    },
  );
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
  const [server] = servers;
  if (!server) throw new Error('There is no server.');
  const told = await createLedger(server);
  const lives = servers.map((one) => live(one, told));
  for (const [index, milliseconds] of moments.entries()) {
    await pause(milliseconds);
    const place = index % starts.length;
    await lives[place]?.die();
    const start = starts[place];
    if (start) lives[place] = live(await start(), told);
  }
  await Promise.all(lives.map(({ clients }) => clients.rest()));
  const [life] = lives;
  if (life) await compareAll(life.server, told);
  await Promise.all(lives.map((one) => one.server.crash()));
}

/** A server and its clients. */
function live(server: ServerProcess, told: Ledger) {
  const clients = startClients(server, told);
  return {
    server,
    clients,
    /** Kills the server and lets its clients notice. */
    async die() {
      await server.crash();
      for (const error of await clients.giveUp()) if (!isBroken(error)) throw error;
    },
  };
}
