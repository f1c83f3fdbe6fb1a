import type { Operation } from '@agent-workers/types';
import { operationTable } from '@agent-workers/types/operations';
import type { NoProfile, Profile } from '../clients/profile.ts';
import type { Deployment } from '../transport/deployment.ts';
import type { TransportRequest } from '../transport/transport.ts';
import type { Answers } from './answer.ts';
import { createTestTransport } from './create-test-transport.ts';

/**
 * Answers requests as `createTestTransport` does, for what stands between a program and the network, such as msw. Gives
 * undefined for a request that isn't one of these addresses and operations.
 */
export function answerRequests<P extends Profile = NoProfile>(
  answers: Answers<P>,
  { baseUrl, agentsUrl, profile }: Pick<Deployment, 'baseUrl' | 'agentsUrl'> & { profile?: P | undefined },
): (request: Request) => Promise<Response | undefined> {
  const transport = createTestTransport(answers, { profile });
  const places = [
    { api: 'user', base: baseUrl },
    { api: 'workers', base: agentsUrl },
  ].flatMap(({ api, base }) => (base ? [{ api, base: `${base}`.replace(/\/+$/, '') }] : []));
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    for (const { api, base } of places) {
      if (!`${origin}${pathname}`.startsWith(`${base}/`)) continue;
      const path = `${origin}${pathname}`.slice(base.length);
      const found = findOperation(api, request.method, path);
      if (found)
        return transport({
          ...(await describe(request, found)),
          path,
          query: Object.fromEntries(searchParams),
        });
    }
    return undefined;
  };
}

interface Found {
  operation: Operation;
  parameters: Record<string, string>;
}

/** A path without parameters comes before one with parameters that it would fit too. */
function findOperation(api: string, method: string, path: string): Found | undefined {
  const operations: readonly Operation[] = Object.values(operationTable);
  return operations
    .filter((each) => each.api === api && each.method === method)
    .toSorted((one, other) => one.pathParameters.length - other.pathParameters.length)
    .flatMap((operation) => {
      const pattern = operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(path);
      return match ? [{ operation, parameters: { ...match.groups } }] : [];
    })
    .at(0);
}

async function describe(request: Request, { operation, parameters }: Found): Promise<TransportRequest> {
  const { id, api, method, path: route, streaming } = operation;
  const text = await request.text();
  const { headers, signal } = request;
  const body: { body?: unknown } = text ? { body: JSON.parse(text) } : {};
  const answer = streaming ? { answer: streaming } : {};
  return { operation: id, api, method, route, path: route, parameters, headers, signal, ...answer, ...body };
}
