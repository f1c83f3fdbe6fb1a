import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { TargetError, UsageError } from '../deployment/errors.ts';
import type { Platform } from './platform.ts';
import type { Provider } from './provider.ts';
import { StateTrouble } from './states/state-trouble.ts';

interface Asking {
  readonly platform: Platform;
  readonly deployment: Deployment;
}

/**
 * Asks each API for the plainest thing first: where nothing answers, or the credential is wrong, no contract can be
 * verified, and one sentence is worth more than a finding for each interaction.
 *
 * @throws TargetError when it is so, UsageError where the deployment has no such API
 */
export async function requireAnswers(providers: readonly Provider[], parts: Asking): Promise<void> {
  for (const provider of providers) await requireAnswer(provider, parts);
}

async function requireAnswer(provider: Provider, { platform, deployment }: Asking): Promise<void> {
  const { agentsUrl, baseUrl, fixtures, credentials } = deployment;
  const isWorkers = provider === 'workers-api';
  const address = isWorkers ? agentsUrl : baseUrl;
  if (address === undefined || (isWorkers ? credentials.apiKey : credentials.jwt) === undefined) {
    const needed = isWorkers ? '--agents-url and --api-key' : '--base-url and --jwt';
    throw new UsageError(`The contract with ${provider} needs ${needed}; or choose another with --provider.`);
  }
  const path = { agent_id: fixtures.agentId ?? '', run_id: randomUUID() };
  const call = isWorkers ? platform.ask('getRunMessages', { path }) : platform.ask('getCurrentUser');
  const { status } = await call.catch((cause: unknown) => {
    if (!(cause instanceof StateTrouble)) throw cause;
    throw new TargetError(`No answer at ${address}: ${cause.message}. Nothing was verified.`, { cause });
  });
  if (status !== 401 && status !== 403) return;
  const credential = isWorkers ? 'API key' : 'JWT';
  throw new TargetError(`${address} refused the ${credential} with status ${status}. Nothing was verified.`);
}
