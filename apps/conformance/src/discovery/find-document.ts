import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import type { Operation } from '../spec/spec.ts';

/** Where the usual frameworks publish the document of a service. */
const usualPlaces = ['/openapi.json', '/openapi.yaml', '/v3/api-docs', '/swagger/v1/swagger.json'];

export interface FoundDocument {
  readonly openapi: string;
  /** How many operations of the contract it describes. */
  readonly described: number;
}

/**
 * The deployment's own OpenAPI document: the one that is named, else the first at a usual place that describes any
 * operation of the contract.
 *
 * @throws UsageError when the one that is named can't be read, or describes no operation of the contract
 */
export async function findDocument(
  deployment: Deployment,
  contract: readonly Operation[],
): Promise<FoundDocument | undefined> {
  const { openapi, baseUrl } = deployment;
  if (openapi !== undefined) {
    const found = await readAt(openapi, deployment, contract).catch((cause: unknown) => {
      if (!(cause instanceof UsageError)) throw cause;
      throw new UsageError(`${cause.message}. Name another one by --openapi, or leave it out.`, { cause });
    });
    if (found !== undefined) return found;
    throw new UsageError(
      `The document ${openapi} describes no operation of the contract, or is not OpenAPI 3. Name another one by --openapi.`,
    );
  }
  if (baseUrl === undefined) return undefined;
  const bases = new Set([baseUrl.replace(/\/+$/, ''), new URL(baseUrl).origin]);
  const places = [...bases].flatMap((base) => usualPlaces.map((place) => `${base}${place}`));
  const found = await Promise.all(
    places.map((place) =>
      // A service without a document answers such places in any way.
      readAt(place, deployment, contract).catch(() => undefined),
    ),
  );
  return found.find((one) => one !== undefined);
}

async function readAt(
  openapi: string,
  deployment: Deployment,
  contract: readonly Operation[],
): Promise<FoundDocument | undefined> {
  const declaration = await loadDeclaration({ ...deployment, openapi }, contract);
  const described = Object.keys(declaration?.operations ?? {}).length;
  return described === 0 ? undefined : { openapi, described };
}
