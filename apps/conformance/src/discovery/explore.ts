import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Driver } from '../runner/driver.ts';
import { tryUserApi } from '../runner/preflight.ts';
import { tryApiKeys } from '../runner/try-api-keys.ts';
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
  const keys = await tryApiKeys(driver, {
    deployment,
    operations,
    agentId,
    names: ['apiKey', 'otherApiKey'],
  });
  const tokens = (['jwt', 'otherJwt', 'sandboxJwt'] as const).filter(
    (name) => isUserApi && credentials[name] !== undefined,
  );
  return { ...fixtures, taken: [...tokens, ...keys] };
}
