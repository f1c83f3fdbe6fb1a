import type { Deployment } from '../transport/deployment.ts';

/** Variables that stand in for options which aren't given. */
const variables = {
  agentsUrl: 'AGENT_WORKERS_AGENTS_URL',
  baseUrl: 'AGENT_WORKERS_BASE_URL',
  apiKey: 'AGENT_WORKERS_API_KEY',
  jwt: 'AGENT_WORKERS_JWT',
} as const;

/** The deployment that the environment names, where there is an environment. An empty variable counts as none. */
export function environmentDeployment(): Deployment {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const entries = Object.entries(variables).map(([option, name]) => [
    option,
    process?.env?.[name] || undefined,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
