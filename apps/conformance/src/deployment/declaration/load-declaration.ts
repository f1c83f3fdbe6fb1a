import { matchOperations } from '../../drift/match-operations.ts';
import { recordOf } from '../../json/json-record.ts';
import type { Operation } from '../../spec/spec.ts';
import { blameFor } from '../blame-for.ts';
import type { Deployment } from '../deployment.ts';
import { documentFetcher } from '../fetch-document.ts';
import type { Declaration } from './declaration.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * What a deployment says of itself; undefined where it gives no OpenAPI document, or one of a version that isn't read.
 *
 * @throws UsageError when the document can't be read; TargetError when its server is in trouble
 */
export async function loadDeclaration(
  deployment: Pick<Deployment, 'openapi' | 'connection' | 'agentsUrl' | 'baseUrl'>,
  contract: readonly Operation[],
): Promise<Declaration | undefined> {
  const source = deployment.openapi;
  if (source === undefined) return undefined;
  const { readBundle } = await import('../../spec/read-description.ts');
  // What tells of the deployment's address differs between parts of one run.
  const { servers, info, tags, externalDocs, ...document } = await readBundle(
    source,
    documentFetcher(deployment),
  ).catch((cause: unknown) => {
    throw blameFor(cause);
  });
  if (!/^3\.[01]\./.test(String(document.openapi))) return undefined;
  const described = Object.entries(recordOf(document.paths)).flatMap(([path, item]) =>
    methods
      .filter((method) => recordOf(item)[method] !== undefined)
      .map((method) => ({ path, method: method.toUpperCase() })),
  );
  // Each API has an address of its own.
  const pairs = (['user', 'workers'] as const).flatMap((api) => {
    const found = matchOperations(
      contract.filter((one) => one.api === api),
      described,
    );
    // The paths of the Workers API are so short that a document without it has one that ends alike.
    const isThere = found.filter(({ other }) => other !== undefined).length * 2 > found.length;
    return api === 'user' || isThere ? found : [];
  });
  const operations = Object.fromEntries(
    pairs.flatMap(({ one, other }) =>
      other === undefined ? [] : [[one.id, { path: other.path, method: other.method.toLowerCase() }]],
    ),
  );
  return { document, operations };
}
