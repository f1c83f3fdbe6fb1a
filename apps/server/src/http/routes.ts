import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { notifierPath } from '../notifications/notifications.ts';
import { contract, pathOf } from '../operations/contract.ts';
import type { Operation } from '../operations/define-operation.ts';
import { operations } from '../operations/operations.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import type { Logger } from '../platform/logger.ts';
import type { Fetch } from '../platform/telemetry/observe-requests.ts';
import { type AnswerOptions, answerOperation } from './answer-operation.ts';
import { isGivenUp } from './given-up.ts';
import { healthz, readyz } from './health.ts';
import type { Examples } from './openapi/examples.ts';
import { openapiDocument } from './openapi/openapi-document.ts';
import { paymentPages } from './payment-pages.ts';
import { createResponseCache } from './response-cache.ts';

const maximumBodyBytes = 1024 * 1024;

interface FetchOptions {
  logger: Logger;
  /** Web pages of these origins may call. Default: none. */
  corsOrigins?: readonly string[] | undefined;
  /** Calls that work here, for the OpenAPI document. */
  examples?: Examples | undefined;
  /** Whether requests had better be sent elsewhere. */
  isDraining: () => boolean;
}

/** Answers requests to all addresses of the deployment. */
export function createFetch(
  services: Services,
  { logger, corsOrigins = [], isDraining, examples }: FetchOptions,
): Fetch {
  const cache = createResponseCache(services.store.freshness);
  const routes = createRoutes({ services, cache, logger }, { corsOrigins, isDraining, examples });
  const answer: Fetch = async (request, address) => await routes.fetch(request, { address });
  return async (request, address) =>
    request.method === 'GET' && !services.faults.areOn() && !isOfPage(request)
      ? await cache.fetch(request, (again) => answer(again, address))
      : await answer(request, address);
}

/** What answers to web pages say depends on the page as well, so they aren't given again. */
function isOfPage(request: Request): boolean {
  return request.headers.has('origin');
}

/** The Workers API below /agents, the User API below /me. */
function createRoutes(
  { services, cache, logger }: AnswerOptions,
  { corsOrigins, isDraining, examples }: RouteOptions,
): Hono {
  const routes = new Hono();
  if (corsOrigins.length > 0) routes.use(allowPages(corsOrigins));
  mountNotifications(routes, services);
  // A GET has no body, and to look for one would make a whole Request of every one.
  const limit = bodyLimit({ maxSize: maximumBodyBytes, onError: refuseLargeBody });
  routes.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limit);
  const byPath = Map.groupBy(operations.toSorted(literalsFirst), ({ id }) => pathOf(id));
  for (const [template, group] of byPath) {
    const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const operation of group)
      routes.on(contract[operation.id].method, path, answerOperation(operation, { services, cache, logger }));
    routes.all(path, refuseMethod(group.map(({ id }) => contract[id].method)));
  }
  if (services.payments.embedded) routes.route('/payments', paymentPages(services.payments.embedded));
  routes.get('/healthz', healthz);
  routes.get('/readyz', readyz(services.store.db, isDraining));
  routes.get('/openapi.json', openapiDocument(examples));
  for (const path of ['/healthz', '/readyz', '/openapi.json']) routes.all(path, refuseMethod(['GET']));
  routes.notFound(() => Response.json({ detail: 'There is nothing at this address.' }, { status: 404 }));
  routes.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    // A client that can still read this may try again.
    if (isGivenUp(error)) return Response.json({ detail: 'The request was given up.' }, { status: 503 });
    logger('A request failed inside the server.', { error });
    return Response.json({ detail: 'Internal error.' }, { status: 500 });
  });
  return routes;
}

/** Before the limit on bodies: the service takes larger files, and has a limit of its own. */
function mountNotifications(routes: Hono, { notifications }: Services): void {
  const { fetch } = notifications;
  if (fetch) routes.all(`${notifierPath}/*`, (context) => fetch(context.req.raw));
}

type RouteOptions = Pick<FetchOptions, 'isDraining' | 'examples'> & { corsOrigins: readonly string[] };

/** Answers all other methods of an address. */
function refuseMethod(methods: readonly string[]) {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const detail = `This address has ${allow} only.`;
  return () => Response.json({ detail }, { status: 405, headers: { allow } });
}

/** No cookies are used, so any page that has a credential may be let in. */
function allowPages(origins: readonly string[]) {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'traceparent', 'x-request-id'],
    exposeHeaders: ['x-service-run-id', 'x-service-job-id', 'x-request-id', 'retry-after'],
    maxAge: 600,
  });
}

/** A literal segment comes before a parameter, which would take it for an identifier. */
function literalsFirst(one: Operation, other: Operation): number {
  const rank = ({ id }: Operation) => pathOf(id).replaceAll(/\{\w+\}/g, '~');
  return rank(one) < rank(other) ? -1 : 1;
}

function refuseLargeBody(): never {
  throw apiError(413, `The body is larger than ${maximumBodyBytes} bytes.`);
}
