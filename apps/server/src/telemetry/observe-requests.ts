import { context, propagation, SpanKind } from '@opentelemetry/api';
import type { Report } from '../report.ts';
import { concerning } from './concern.ts';
import { hasSdk } from './has-sdk.ts';
import { type Labels, observe } from './observe.ts';
import { identify, requestIdOf } from './request-id.ts';
import { routeOf } from './route-of.ts';

type Fetch = (request: Request) => Promise<Response>;

/**
 * Answers requests under an id that the log, the trace and the client get to see: the client's own `x-request-id`
 * where that has a decent form. A request lasts until its headers are answered; streams go on.
 * @param report hears of each request; undefined: nobody does.
 */
export function observeRequests(answer: Fetch, report: Report | undefined): Fetch {
  // To look at each request costs a tenth of what the fastest takes.
  const isObserved = hasSdk() || report !== undefined;
  return async (request) => {
    const requestId = requestIdOf(request);
    const response = await concerning({ requestId }, () =>
      isObserved ? observeRequest(answer, { request, requestId, report }) : answer(request),
    );
    return identify(response, requestId);
  };
}

interface Observation {
  request: Request;
  requestId: string;
  report: Report | undefined;
}

async function observeRequest(answer: Fetch, { request, requestId, report }: Observation): Promise<Response> {
  const { method, headers } = request;
  const route = routeOf(pathOf(request.url));
  const observed = {
    name: route ? `${method} ${route}` : method,
    kind: SpanKind.SERVER,
    duration: 'http.server.request.duration',
    report,
    sentence: 'A request was answered.',
    attributes: { 'agent_workers.request_id': requestId },
    parent: propagation.extract(context.active(), headers, carrier),
  };
  return await observe(observed, async (labels) => {
    const response = await answer(request);
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
