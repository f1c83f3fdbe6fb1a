import type { Hono } from 'hono';
import type { BackgroundJobs } from '../../agents/jobs/background-jobs.ts';
import type { Services } from '../../operations/services.ts';
import { guardedRoutes } from '../../platform/http/guarded-routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { codeRoutes } from './code-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { keyRoutes } from './key-routes.ts';
import type { ProcessFigures } from './page/overview.ts';
import { pageRoutes } from './page/page-routes.ts';
import { userRoutes } from './user-routes.ts';

/** What the operator's own addresses work with. */
export interface AdminOptions {
  /** What a request must carry as a bearer token. */
  token: string;
  services: Services;
  jobs: BackgroundJobs;
  /** Writes what is measured, for Prometheus; undefined where nothing runs. */
  metrics?: () => Promise<Response>;
  /** What the process knows of itself, for the page; undefined where nothing runs, and there is no page. */
  figures?: () => Promise<ProcessFigures>;
  logger: Logger;
}

/** What an operator does: users, keys, credits, codes, jobs; a backup, and what is measured; at `/` a page for people. */
export function adminRoutes({ token, services, jobs, metrics, figures, logger }: AdminOptions): Hono {
  const open = figures && pageRoutes({ token, store: services.store, figures });
  const routes = guardedRoutes({ token, name: 'admin', logger, open });
  routes.route('/users', userRoutes(services, jobs));
  routes.route('/users', keyRoutes(services));
  routes.route('/vip-codes', codeRoutes(services));
  routes.route('/jobs', jobRoutes(services, jobs));
  routes.get('/backup', async () => await backup(services));
  if (metrics) routes.get('/metrics', metrics);
  return routes;
}

async function backup({ store }: Services): Promise<Response> {
  if (!store.dump) {
    const detail = 'This deployment is on PostgreSQL: back it up with pg_dump.';
    return Response.json({ detail }, { status: 409 });
  }
  return new Response(await store.dump(), { headers: { 'content-type': 'application/gzip' } });
}
