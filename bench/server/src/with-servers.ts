import { randomBytes } from 'node:crypto';
import { startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { type ServerProcess, startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { withFolder } from './with-folder.ts';

/** Does something with a server on the embedded database. */
export async function withEmbeddedServer<Result>(
  use: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  return await withFolder(async (folder) => {
    const server = await startServerProcess(['--data-dir', folder]);
    try {
      return await use(server);
    } finally {
      await server.crash();
    }
  });
}

/** Does something with two servers on one PostgreSQL database. */
export async function withTwoServers<Result>(
  use: (servers: [ServerProcess, ServerProcess]) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres();
  try {
    return await withFolder(async (folder) => {
      const environment = {
        DATABASE_URL: await postgres.createDatabase(),
        AGENT_WORKERS_SECRET: randomBytes(32).toString('base64url'),
      };
      // The same folder: in it are the sandbox's keys.
      const start = () => startServerProcess(['--data-dir', folder], environment);
      const first = await start();
      const second = await start();
      try {
        return await use([first, second]);
      } finally {
        await Promise.all([first.crash(), second.crash()]);
      }
    });
  } finally {
    await postgres.stop();
  }
}
