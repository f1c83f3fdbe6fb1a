import type { FieldMapping } from '../../../src/deployment/field-mapping/field-mapping.ts';
import { loadFieldMapping } from '../../../src/deployment/field-mapping/load-field-mapping.ts';
import { parseJson } from '../../../src/json/parse-json.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import type { Operation } from '../../../src/spec/spec.ts';
import type { Fetch } from '../capturing.ts';

/** A deployment as its clients know it: where it is, and by what names it calls things. */
export interface Place {
  readonly fetch: Fetch;
  readonly agentsUrl: string;
  readonly baseUrl: string;
  /** Its own OpenAPI document. */
  readonly openapi: string;
}

/** What somebody is let in by. */
export interface Credentials {
  readonly jwt?: string;
  readonly apiKey?: string;
}

interface Details {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** By the contract's names; put into those of the deployment. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Texts by names that the deployment has beside those of the contract, as far as it takes them. */
  readonly texts?: string;
  /** A body as it stands. */
  readonly raw?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** What the answer holds in a field of the contract; empty where it holds nothing. */
  readonly read: (field: string) => string;
}

/** One user of a deployment. */
export interface ApiClient {
  readonly call: (operation: string, details?: Details) => Promise<Answered>;
  readonly with: (credentials: Credentials) => ApiClient;
}

/** A client that knows a deployment by its document, as one that was written for it does. */
export async function createApiClient(place: Place, credentials: Credentials): Promise<ApiClient> {
  const { operations } = await loadSpec();
  const fieldMapping = await loadFieldMapping({ openapi: place.openapi }, operations);
  return clientOf(
    { place, fieldMapping, byId: new Map(operations.map((one) => [one.id, one])) },
    credentials,
  );
}

interface Known {
  readonly place: Place;
  readonly fieldMapping: FieldMapping;
  readonly byId: ReadonlyMap<string, Operation>;
}

function clientOf(known: Known, credentials: Credentials): ApiClient {
  return {
    with: (others) => clientOf(known, others),
    call: async (id, details = {}) => {
      const operation = known.byId.get(id);
      if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
      const response = await known.place.fetch(requestFor(operation, details, known, credentials));
      const body = parseJson(await response.text());
      return {
        status: response.status,
        headers: response.headers,
        body,
        read: (field) => String(known.fieldMapping.read(operation, field, body)?.value ?? ''),
      };
    },
  };
}

function requestFor(
  operation: Operation,
  { path = {}, query = {}, body, texts, raw }: Details,
  { place, fieldMapping }: Known,
  { jwt, apiKey }: Credentials,
): Request {
  const isUser = operation.api === 'user';
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const url = new URL(`${isUser ? place.baseUrl : place.agentsUrl}${filled}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const token = isUser ? jwt : apiKey;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...((body ?? raw) === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const written = body && {
    ...fieldMapping.write(operation, body as Parameters<FieldMapping['write']>[1], []).body,
    ...Object.fromEntries(
      texts === undefined
        ? []
        : fieldMapping.attributes(operation).map(({ name }) => [name, `${texts}, ${name}`]),
    ),
  };
  const sent = operation.method === 'GET' ? undefined : (raw ?? written);
  return new Request(url, {
    method: operation.method,
    headers,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
}
