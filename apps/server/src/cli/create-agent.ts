import { insertAgents } from '../store/agent-repository.ts';
import { ensureUser } from '../store/user-repository.ts';
import { commandTable } from './options/command-table.ts';
import { readOptions } from './options/read-options.ts';
import { withStore } from './with-store.ts';

/** Adds an agent for a user and prints its id. */
export async function createAgent(arguments_: string[]): Promise<void> {
  const table = commandTable['create-agent'].options;
  const { user, name, prompt, 'data-dir': dataDir } = readOptions(table, arguments_);
  const id = crypto.randomUUID();
  await withStore(dataDir, async ({ db }) => {
    await insertAgents(db, [{ id, name, prompt, userId: await ensureUser(db, user) }]);
  });
  process.stdout.write(`${id}\n`);
}
