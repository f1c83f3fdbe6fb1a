import { type ServerProcess, startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { withFolder } from './with-folder.ts';

const token = 'a-token-of-the-bench';

export interface User {
  jwt: string;
  apiKey: string;
  /** An agent of theirs. */
  agentId: string;
}

/** Does something with a server on the embedded database to which users can be added. */
export async function withUsers<Result>(
  use: (server: ServerProcess, addUser: () => Promise<User>) => Promise<Result>,
): Promise<Result> {
  return await withFolder(async (folder) => {
    const arguments_ = ['--data-dir', folder, '--control-port', '0'];
    const server = await startServerProcess(arguments_, { CONTROL_TOKEN: token });
    try {
      return await use(server, () => addUser(server));
    } finally {
      await server.crash();
    }
  });
}

async function addUser({ control }: ServerProcess): Promise<User> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${await control}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return Object(await response.json());
  };
  const { user_id, jwt, api_key } = await post('/users', { name: crypto.randomUUID() });
  const { agent_id } = await post('/agents', { owner_id: user_id });
  return { jwt, apiKey: api_key, agentId: agent_id };
}
