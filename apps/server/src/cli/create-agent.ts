import { insertAgents } from '../store/agent-repository.ts';
import { ensureUser } from '../store/user-repository.ts';
import { parseArguments } from './parse-arguments.ts';
import { requireOption, withStore } from './with-store.ts';

/** Adds an agent for a user and prints its id. */
export async function createAgent(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, {
    user: { type: 'string' },
    name: { type: 'string' },
    prompt: { type: 'string' },
    'data-dir': { type: 'string' },
  });
  const user = requireOption('user', options.user);
  const agent = {
    id: crypto.randomUUID(),
    name: requireOption('name', options.name),
    prompt: requireOption('prompt', options.prompt),
  };
  await withStore(options['data-dir'], async ({ db }) => {
    await insertAgents(db, [{ ...agent, userId: await ensureUser(db, user) }]);
  });
  process.stdout.write(`${agent.id}\n`);
}
