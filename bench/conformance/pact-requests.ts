import { readFileSync } from 'node:fs';
import type { Fetch } from '../../apps/conformance/test/traffic/capturing.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
}

const pacts = new URL('../../apps/conformance/pacts/client-fetch-user-api.json', import.meta.url);

/** The worker, as the contracts call it. */
const agentInPacts = '00000000-0000-4000-8000-00000000000a';

/** What is made comes first, and what is removed last. */
const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

interface Access {
  readonly fetch: Fetch;
  readonly baseUrl: string;
  readonly jwt: string;
  readonly agentId: string;
}

/**
 * Sends what the contracts of our own client ask of the User API, once each, with the identifiers that earlier answers
 * tell in place of those that the contracts made up.
 */
export async function sendPactRequests({ fetch, baseUrl, jwt, agentId }: Access): Promise<void> {
  const known = new Map<string, string>();
  for (const asked of askedInPacts(agentId)) {
    const path = withKnown(asked.path, known);
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, values] of Object.entries(asked.query ?? {}))
      for (const value of values) url.searchParams.append(name, value);
    const response = await fetch(
      new Request(url, {
        method: asked.method,
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      }),
    );
    const id = identifierIn(await response.text());
    if (response.ok && id !== undefined && !known.has(path)) known.set(path, id);
  }
}

function askedInPacts(agentId: string): readonly Asked[] {
  const { interactions } = JSON.parse(readFileSync(pacts, 'utf8').replaceAll(agentInPacts, agentId)) as {
    interactions: readonly { request: Asked & { body?: { content?: unknown } } }[];
  };
  const all = interactions.map(({ request: { method, path, query, body } }): Asked => {
    const content = body?.content;
    return {
      method,
      path,
      ...(query === undefined ? {} : { query }),
      ...(content === undefined ? {} : { body: content }),
    };
  });
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].toSorted(
    (one, other) =>
      order.indexOf(one.method) - order.indexOf(other.method) || one.path.length - other.path.length,
  );
}

/** Each identifier of the path, by what was told where the path begins so. */
function withKnown(path: string, known: ReadonlyMap<string, string>): string {
  return path.split('/').reduce((begin, segment) => {
    const isId = /^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment);
    const own = isId ? (known.get(begin) ?? known.get(`${begin}/list`) ?? segment) : segment;
    return begin === '' && own === '' ? '' : `${begin}/${own}`;
  });
}

function identifierIn(body: string): string | undefined {
  const [, text] =
    /"(?:\w*[_-]?id|Id|\w+Id|uid|key)":\s*"?([0-9a-f]{8}-[0-9a-f-]{27}|\d+)"?/i.exec(body) ?? [];
  return text;
}
