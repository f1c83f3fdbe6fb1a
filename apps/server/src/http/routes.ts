import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { notifierPath } from '../notifications/notifications.ts';
import { contract, pathOf } from '../operations/contract.ts';
import type { Operation } from '../operations/define-operation.ts';
import { operations } from '../operations/operations.ts';
import type { Services } from '../operations/services.ts';
import { paymentPages } from '../payments/payment-pages.ts';
import { apiError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { allowedMethods } from './allowed-methods.ts';
import { type AnswerOptions, answerOperation } from './answer-operation.ts';
import { isGivenUp } from './given-up.ts';
import { healthz, readyz } from './health.ts';
import type { Examples } from './openapi/examples.ts';
import { openapiDocument } from './openapi/openapi-document.ts';
import { createResponseCache } from './response-cache.ts';

const maximumBodyBytes = 1024 * 1024;

/** Answers a request from a network address. */
type Fetch = (request: Request, address?: string) => Promise<Response>;

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
  const cache = createResponseCache(services.store.version);
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
  for (const operation of operations.toSorted(literalsFirst)) {
    const path = pathOf(operation.id).replaceAll(/\{(\w+)\}/g, ':$1');
    const { method } = contract[operation.id];
    routes.on(method, path, answerOperation(operation, { services, cache, logger }));
  }
  if (services.payments.embedded) routes.route('/payments', paymentPages(services.payments.embedded));
  routes.get('/healthz', healthz);
  routes.get('/readyz', readyz(services.store.db, isDraining));
  routes.get('/openapi.json', openapiDocument(examples));
  routes.notFound((context) => {
    const allowed = methodsOf(context.req.path);
    if (allowed.length === 0)
      return Response.json({ detail: 'There is nothing at this address.' }, { status: 404 });
    const headers = { allow: allowed.join(', ') };
    return Response.json({ detail: 'This address has other methods.' }, { status: 405, headers });
  });
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

const methodsOf = allowedMethods([
  ...operations.map(({ id }) => ({ method: contract[id].method, path: pathOf(id) })),
  ...['/healthz', '/readyz', '/openapi.json'].map((path) => ({ method: 'GET', path })),
]);

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
