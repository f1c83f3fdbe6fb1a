import { operationTable } from '@agent-workers/types';
import { context, propagation, SpanKind } from '@opentelemetry/api';
import type { Logger } from '../logger.ts';
import { inLogContext } from './log-context.ts';
import { hasSdk, type Labels, observe } from './observe.ts';
import { identify, requestIdOf } from './request-id.ts';

const isParameter = (segment: string) => segment.startsWith('{');

/** The routes of each number of segments; literal ones first, which a parameter would take for an identifier. */
const routes = Map.groupBy(
  [
    ...new Set(
      Object.values(operationTable).map(({ api, path }) => (api === 'workers' ? `/agents${path}` : path)),
    ),
  ]
    .map((route) => ({ route, segments: route.split('/') }))
    .toSorted((one, other) => countParameters(one.segments) - countParameters(other.segments)),
  ({ segments }) => segments.length,
);

/** The route of the interface that a path belongs to; unlike the path it holds nothing of one request. */
function routeOf(path: string): string | undefined {
  const segments = path.split('/');
  const found = routes
    .get(segments.length)
    ?.find((route) =>
      route.segments.every((segment, index) => isParameter(segment) || segment === segments[index]),
    );
  return found?.route;
}

function countParameters(segments: readonly string[]): number {
  return segments.filter(isParameter).length;
}

/** Answers a request from a network address. */
export type Fetch = (request: Request, address?: string) => Promise<Response>;

/**
 * Answers requests under an id that the log, the trace and the client get to see: the client's own `x-request-id`
 * where that has a decent form. A request lasts until its headers are answered; streams go on.
 * @param logger hears of each request; undefined: it is not told.
 */
export function observeRequests(answer: Fetch, logger: Logger | undefined): Fetch {
  // To look at each request costs a tenth of what the fastest takes.
  const isObserved = hasSdk() || logger !== undefined;
  return async (request, address) => {
    const requestId = requestIdOf(request);
    const answerIt = () => answer(request, address);
    const response = await inLogContext({ requestId }, () =>
      isObserved ? observeRequest(answerIt, { request, requestId, logger }) : answerIt(),
    );
    return identify(response, requestId);
  };
}

interface Observation {
  request: Request;
  requestId: string;
  logger: Logger | undefined;
}

async function observeRequest(
  answer: () => Promise<Response>,
  { request, requestId, logger }: Observation,
): Promise<Response> {
  const { method, headers } = request;
  const route = routeOf(pathOf(request.url));
  const observed = {
    name: route ? `${method} ${route}` : method,
    kind: SpanKind.SERVER,
    duration: 'http.server.request.duration',
    logger,
    sentence: 'A request was answered.',
    attributes: { 'agent_workers.request_id': requestId },
    parent: propagation.extract(context.active(), headers, carrier),
  };
  return await observe(observed, async (labels) => {
    const response = await answer();
    Object.assign(labels, labelsOf({ method, route, status: response.status }));
    return response;
  });
}

/** Headers of a trace that began elsewhere. */
const carrier = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/** Without the query, in which clients may have put anything. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(/\?.*$/s, '');
}

function labelsOf({
  method,
  route,
  status,
}: {
  method: string;
  route: string | undefined;
  status: number;
}): Labels {
  return {
    'http.request.method': method,
    ...(route && { 'http.route': route }),
    'http.response.status_code': status,
    ...(status >= 500 && { 'error.type': String(status) }),
  };
}
