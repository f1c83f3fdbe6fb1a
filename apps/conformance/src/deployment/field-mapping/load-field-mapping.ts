import { matchOperations } from '../../drift/match-operations.ts';
import { type Operation, recordFamilies } from '../../spec/spec.ts';
import { blameFor } from '../blame-for.ts';
import type { Deployment } from '../deployment.ts';
import { documentFetcher } from '../fetch-document.ts';
import { checkBindings } from './bindable-names.ts';
import { createFieldMapping } from './create-field-mapping.ts';
import type { FieldMapping } from './field-mapping.ts';

/**
 * What a deployment calls things, from its owner's bindings and its own OpenAPI document.
 *
 * @throws UsageError when the document can't be read, or a binding names what the contract doesn't have; TargetError
 * when the document's server is in trouble
 */
export async function loadFieldMapping(
  deployment: Pick<Deployment, 'openapi' | 'bindings'> & Partial<Deployment>,
  operations: readonly Operation[],
): Promise<FieldMapping> {
  const { openapi, bindings = {}, connection, agentsUrl, baseUrl } = deployment;
  checkBindings(bindings, operations);
  const families = recordFamilies(operations);
  if (openapi === undefined) return createFieldMapping({ families, bindings, described: () => undefined });
  const { readDescription } = await import('../../spec/read-description.ts');
  try {
    const description = await readDescription(openapi, documentFetcher({ connection, agentsUrl, baseUrl }));
    // Each API has an address of its own.
    const pairs = (['user', 'workers'] as const).flatMap((api) =>
      matchOperations(
        operations.filter((one) => one.api === api),
        description,
      ),
    );
    const described = new Map(pairs.map(({ one, other }) => [one.id, other]));
    return createFieldMapping({ families, bindings, described: ({ id }) => described.get(id) });
  } catch (cause) {
    throw blameFor(cause);
  }
}
