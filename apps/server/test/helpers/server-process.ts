import * as deployment from '@agent-workers/test-deployment/start-server-process';
import { type Client, createClient } from './client.ts';
import { testCacheDir } from './deployment.ts';

/** A server in a process of its own, as people start it, and a client for its user. */
export interface ServerProcess extends deployment.ServerProcess {
  client: Client;
}

/** Where clients find a server: itself, or what is in front of it. */
export type Reached = Pick<ServerProcess, 'ready' | 'client'>;

/** A client's view of a server whose proxy listens at another origin. */
export function throughProxy({ ready }: ServerProcess, origin: string): Reached {
  const agentsUrl = `${origin}/agents`;
  const client = createClient({ fetch, agentsUrl, apiKey: ready.credentials.apiKey });
  return { ready: { ...ready, baseUrl: origin, agentsUrl }, client };
}

export function startCommand(arguments_: string[], environment: NodeJS.ProcessEnv = {}) {
  return deployment.startCommand(arguments_, { XDG_CACHE_HOME: testCacheDir, ...environment });
}

export async function startServerProcess(
  arguments_: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const server = await deployment.startServerProcess(arguments_, {
    XDG_CACHE_HOME: testCacheDir,
    ...environment,
  });
  const { agentsUrl, credentials } = server.ready;
  return { ...server, client: createClient({ fetch, agentsUrl, apiKey: credentials.apiKey }) };
}
