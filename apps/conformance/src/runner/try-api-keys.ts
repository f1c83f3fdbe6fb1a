import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { TargetError } from '../deployment/errors.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

export type ApiKeyName = 'apiKey' | 'otherApiKey';

interface ApiKeyOptions {
  readonly deployment: Deployment;
  readonly operations: readonly Operation[];
  readonly agentId: string;
  /** Those that are to be tried. */
  readonly names: readonly ApiKeyName[];
}

/**
 * Reads a run that was never started: whatever is answered but 401 shows that the key is known. Nothing else of the Workers
 * API can be asked without starting a run.
 */
export async function tryApiKeys(
  driver: Pick<Driver, 'control'>,
  { deployment, operations, agentId, names }: ApiKeyOptions,
): Promise<readonly ApiKeyName[]> {
  const { agentsUrl, credentials } = deployment;
  const target = operations.find(({ id }) => id === 'getRunMessages');
  if (agentsUrl === undefined || target === undefined) return [];
  const taken: ApiKeyName[] = [];
  for (const [identity, name] of [
    ['own', 'apiKey'],
    ['other', 'otherApiKey'],
  ] as const) {
    if (credentials[name] === undefined || !names.includes(name)) continue;
    const call = { operation: target.id, path: { agent_id: agentId, run_id: randomUUID() } };
    const origin = { phase: 'preflight', case: { kind: 'probe', id: name }, step: 1, attempt: 1 } as const;
    const read = await driver.control({ origin, call, identity }, target);
    if (read?.transportError !== undefined)
      throw new TargetError(
        `No answer at ${agentsUrl} (${read.transportError.message}). Is it the address of the Workers API, and is it running?`,
      );
    if (read?.response?.status === 401)
      throw new TargetError(
        `${agentsUrl} refused credentials.${name} with status 401 (reading a run). Is it the right one?`,
        { whose: 'set-up' },
      );
    if (read !== undefined) taken.push(name);
  }
  return taken;
}
