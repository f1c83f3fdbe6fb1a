import type { Deployment } from '../transport/deployment.ts';

/** Variables that stand in for options which aren't given. */
export const variables = {
  agentsUrl: 'AGENT_WORKERS_AGENTS_URL',
  baseUrl: 'AGENT_WORKERS_BASE_URL',
  apiKey: 'AGENT_WORKERS_API_KEY',
  jwt: 'AGENT_WORKERS_JWT',
} as const;

/** The deployment that the environment names, where there is an environment. */
export function environmentDeployment(): Deployment {
  const entries = Object.entries(variables).map(([option, name]) => [option, environmentVariable(name)]);
  return Object.fromEntries(entries);
}

/** A variable of the environment, where there is one. Empty counts as none. */
export function environmentVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
