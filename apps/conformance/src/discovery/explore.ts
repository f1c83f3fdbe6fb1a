import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { TargetError } from '../deployment/errors.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Driver } from '../runner/driver.ts';
import { tryUserApi } from '../runner/preflight.ts';
import type { Operation } from '../spec/spec.ts';
import { type FoundFixtures, findFixtures } from './find-fixtures.ts';

export interface Explored extends FoundFixtures {
  /** The credentials that were seen to be taken. */
  readonly taken: readonly (keyof Deployment['credentials'])[];
}

interface ExploreOptions {
  readonly deployment: Deployment;
  readonly fieldMapping: FieldMapping;
  readonly operations: readonly Operation[];
}

/**
 * Tries the credentials and looks for fixtures, by reading alone.
 *
 * @throws TargetError when the target does not answer or refuses a credential; UsageError when two are the same user
 */
export async function explore(
  driver: Pick<Driver, 'probe' | 'control'>,
  { deployment, fieldMapping, operations }: ExploreOptions,
): Promise<Explored> {
  const { baseUrl, credentials } = deployment;
  const isUserApi = baseUrl !== undefined;
  if (isUserApi) await tryUserApi(driver, { deployment, operations });
  const fixtures: FoundFixtures = isUserApi
    ? await findFixtures({
        read: (operation, path, credential) =>
          driver.probe({ operation: operation.id, kind: 'valid', credential, path, query: {} }, operation),
        operations,
        fieldMapping,
        hasOther: credentials.otherJwt !== undefined,
      })
    : { found: [] };
  const agentId =
    deployment.fixtures.agentId ?? fixtures.found.find(({ key }) => key === 'agentId')?.value ?? randomUUID();
  const keys = await tryApiKeys(driver, { deployment, operations, agentId });
  const tokens = (['jwt', 'otherJwt', 'sandboxJwt'] as const).filter(
    (name) => isUserApi && credentials[name] !== undefined,
  );
  return { ...fixtures, taken: [...tokens, ...keys] };
}

/**
 * Reads a run that was never started: whatever is answered but 401 shows that the key is known. Nothing else of the Workers
 * API can be asked without starting a run.
 */
async function tryApiKeys(
  driver: Pick<Driver, 'control'>,
  { deployment, operations, agentId }: Omit<ExploreOptions, 'fieldMapping'> & { readonly agentId: string },
): Promise<readonly ('apiKey' | 'otherApiKey')[]> {
  const { agentsUrl, credentials } = deployment;
  const target = operations.find(({ id }) => id === 'getRunMessages');
  if (agentsUrl === undefined || target === undefined) return [];
  const taken: ('apiKey' | 'otherApiKey')[] = [];
  for (const [identity, name] of [
    ['own', 'apiKey'],
    ['other', 'otherApiKey'],
  ] as const) {
    if (credentials[name] === undefined) continue;
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
