import type { Hono } from 'hono';
import type { Services } from '../operations/services.ts';
import { guardedRoutes } from '../platform/http/guarded-routes.ts';
import type { Logger } from '../platform/logger.ts';
import { resetTables } from '../store/reset-tables.ts';
import { agentActions } from './agent-actions.ts';
import { connectionActions } from './connection-actions.ts';
import { faultActions } from './fault-actions.ts';
import { jobActions } from './job-actions.ts';
import { paymentActions } from './payment-actions.ts';
import { userActions } from './user-actions.ts';

export interface ControlOptions {
  /** What a request must carry as a bearer token. */
  token: string;
  services: Services;
  /** Brings back what a start adds. */
  reseed: () => Promise<void>;
  logger: Logger;
}

/** Arranges the state of a deployment for tests. It can do anything, so it's on a port of its own and off by default. */
export function controlRoutes({ token, services, reseed, logger }: ControlOptions): Hono {
  const routes = guardedRoutes({ token, name: 'control', logger });
  routes.post('/reset', async () => {
    services.faults.clear();
    services.jobGate.release();
    await resetTables(services.store.db);
    await reseed();
    return new Response(null, { status: 204 });
  });
  routes.route('/users', userActions(services));
  routes.route('/agents', agentActions(services));
  routes.route('/connections', connectionActions(services));
  routes.route('/faults', faultActions(services));
  routes.route('/jobs', jobActions(services));
  routes.route('/payments', paymentActions(services));
  return routes;
}
