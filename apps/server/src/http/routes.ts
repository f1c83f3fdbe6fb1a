import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { notifierPath } from '../notifications/notifications.ts';
import { continueRun } from '../operations/runs/continue-run.ts';
import { continueRunNdjson } from '../operations/runs/continue-run-ndjson.ts';
import { followRun } from '../operations/runs/follow-run.ts';
import { getRunMessages } from '../operations/runs/get-run-messages.ts';
import { startRun } from '../operations/runs/start-run.ts';
import { startRunNdjson } from '../operations/runs/start-run-ndjson.ts';
import { paymentPages } from '../payments/payment-pages.ts';
import type { Report } from '../report.ts';
import type { Services } from '../services.ts';
import { apiError } from './api-error.ts';
import { type Authenticated, authenticate } from './authenticate.ts';
import { healthz, readyz } from './health.ts';
import { openapiDocument } from './openapi-document.ts';
import { createRepeatableAnswers, type RepeatableAnswers } from './repeatable-answers.ts';
import type { AnswerOptions } from './user-api/answer-operation.ts';
import { userApi } from './user-api/user-api.ts';

const maximumBodyBytes = 1024 * 1024;

/** Answers requests to all addresses of the deployment. */
export function createFetch(services: Services, report: Report): (request: Request) => Promise<Response> {
  const answers = createRepeatableAnswers(services.store.version);
  const routes = createRoutes({ services, answers, report });
  const answer = async (request: Request) => await routes.fetch(request);
  return async (request) =>
    request.method === 'GET' && !services.faults.areOn()
      ? await answers.fetch(request, answer)
      : await answer(request);
}

/** The Workers API below /agents, the User API below /me. */
function createRoutes({ services, answers, report }: AnswerOptions): Hono {
  const routes = new Hono();
  mountNotifications(routes, services);
  // A GET has no body, and to look for one would make a whole Request of every one.
  const limit = bodyLimit({ maxSize: maximumBodyBytes, onError: refuseLargeBody });
  routes.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limit);
  routes.route('/agents', workersApi(services, answers));
  routes.route('/', userApi({ services, answers, report }));
  if (services.payments.embedded) routes.route('/payments', paymentPages(services.payments.embedded));
  routes.get('/healthz', healthz);
  routes.get('/readyz', readyz(services.store.db));
  routes.get('/openapi.json', openapiDocument());
  routes.notFound(() => Response.json({ detail: 'There is nothing at this address.' }, { status: 404 }));
  routes.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    // The client is gone or the server stops; somebody who can still read this may try again.
    if (error.name === 'AbortError')
      return Response.json({ detail: 'The request was given up.' }, { status: 503 });
    report('A request failed inside the server.', { error });
    return Response.json({ detail: 'Internal error.' }, { status: 500 });
  });
  return routes;
}

/** Before the limit on bodies: the service takes larger files, and has a limit of its own. */
function mountNotifications(routes: Hono, { notifications }: Services): void {
  const { fetch } = notifications;
  if (fetch) routes.all(`${notifierPath}/*`, (context) => fetch(context.req.raw));
}

/** The literal /ndjson comes before {agent_id}, which would take it for an identifier. */
function workersApi(services: Services, answers: RepeatableAnswers): Hono<Authenticated> {
  const routes = new Hono<Authenticated>();
  routes.use(authenticate(services.store.db));
  routes.post('/ndjson/:agent_id', startRunNdjson(services));
  routes.put('/ndjson/:agent_id/:run_id', continueRunNdjson(services));
  routes.get('/ndjson/:agent_id/:run_id', followRun(services));
  routes.post('/:agent_id', startRun(services));
  routes.put('/:agent_id/:run_id', continueRun(services));
  routes.get('/:agent_id/:run_id', getRunMessages(services, answers));
  return routes;
}

function refuseLargeBody(): never {
  throw apiError(413, `The body is larger than ${maximumBodyBytes} bytes.`);
}
