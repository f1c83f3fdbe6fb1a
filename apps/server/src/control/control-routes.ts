import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { apiError } from '../http/api-error.ts';
import type { Report } from '../report.ts';
import type { Services } from '../services.ts';
import { agentActions } from './agent-actions.ts';
import { connectionActions } from './connection-actions.ts';
import { faultActions } from './fault-actions.ts';
import { paymentActions } from './payment-actions.ts';
import { resetTables } from './reset-tables.ts';
import { userActions } from './user-actions.ts';

export interface ControlOptions {
  /** What a request must carry as a bearer token. */
  token: string;
  services: Services;
  /** Brings back what a start adds. */
  reseed: () => Promise<void>;
  report: Report;
}

const maximumBodyBytes = 1024 * 1024;

/** Arranges the state of a deployment for tests. It can do anything, so it's on a port of its own and off by default. */
export function controlRoutes({ token, services, reseed, report }: ControlOptions): Hono {
  const routes = new Hono();
  routes.use(requireToken(token));
  routes.use(bodyLimit({ maxSize: maximumBodyBytes }));
  routes.post('/reset', async () => {
    services.faults.clear();
    await resetTables(services.store.db);
    await reseed();
    return new Response(null, { status: 204 });
  });
  routes.route('/users', userActions(services));
  routes.route('/agents', agentActions(services));
  routes.route('/connections', connectionActions(services));
  routes.route('/faults', faultActions(services));
  routes.route('/payments', paymentActions(services));
  routes.notFound(() => Response.json({ detail: 'There is nothing at this address.' }, { status: 404 }));
  routes.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    report('A control request failed inside the server.', { error });
    return Response.json({ detail: 'Internal error.' }, { status: 500 });
  });
  return routes;
}

function requireToken(token: string) {
  const expected = digest(token);
  return createMiddleware(async (context, next) => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (!timingSafeEqual(digest(given), expected))
      throw apiError(401, 'Send the control token in the header "Authorization: Bearer <TOKEN>".');
    await next();
  });
}

/** Equal in length whatever was given, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
