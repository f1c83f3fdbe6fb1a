import * as deployment from '@agent-workers/test-deployment/start-server-process';
import { type Client, createClient } from './client.ts';
import { testCacheDir } from './deployment.ts';

/** A server in a process of its own, as people start it, and a client for its user. */
export interface ServerProcess extends deployment.ServerProcess {
  client: Client;
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
