import { Hono } from 'hono';
import type { BackgroundJobs } from '../../agents/jobs/background-jobs.ts';
import { isGuid } from '../../domain/guid.ts';
import type { Services } from '../../operations/services.ts';
import { apiError } from '../../platform/errors.ts';

const refusals = {
  'not-found': [404, 'There is no such job under way.'],
  answering: [409, 'The answer that asked for this job is still under way. Try again.'],
} as const;

/** GET /: the jobs that wait or run; DELETE /{id}: ends one as failed. */
export function jobRoutes({ store: { db } }: Services, jobs: BackgroundJobs): Hono {
  const routes = new Hono();
  routes.get('/', async () => {
    const items = await db
      .selectFrom('job')
      .innerJoin('run', 'run.id', 'job.run_id')
      .innerJoin('user', 'user.id', 'run.user_id')
      .select(['job.id as job_id', 'job.run_id', 'run.user_id', 'user.name as user_name'])
      .select(['job.attempts', 'job.created_at'])
      .where('job.state', '=', 'running')
      .orderBy('job.created_at')
      .orderBy('job.id')
      .limit(1_000)
      .execute();
    return Response.json({ items });
  });
  routes.delete('/:id', async (context) => {
    const id = context.req.param('id');
    const came = isGuid(id) ? await jobs.cancel(id) : 'not-found';
    if (came !== 'canceled') {
      const [status, detail] = refusals[came];
      throw apiError(status, detail);
    }
    return new Response(null, { status: 204 });
  });
  return routes;
}
