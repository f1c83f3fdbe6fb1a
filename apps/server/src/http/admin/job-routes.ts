import { Hono } from 'hono';
import type { BackgroundJobs } from '../../agents/jobs/background-jobs.ts';
import { isGuid } from '../../domain/guid.ts';
import type { Services } from '../../operations/services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { listRunningJobs, type RunningJob } from '../../store/job-repository.ts';

const refusals = {
  'not-found': [404, 'There is no such job under way.'],
  answering: [409, 'The answer that asked for this job is still under way. Try again.'],
} as const;

const maximumListed = 1_000;

/** GET /: the jobs that wait or run; DELETE /{id}: ends one as failed. */
export function jobRoutes({ store: { db } }: Services, jobs: BackgroundJobs): Hono {
  const routes = new Hono();
  routes.get('/', async () => {
    const items = await listRunningJobs(db, maximumListed);
    return Response.json({ items: items.map(toJobRecord) });
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

function toJobRecord({ id, runId, userId, userName, attempts, createdAt }: RunningJob) {
  return {
    job_id: id,
    run_id: runId,
    user_id: userId,
    user_name: userName,
    attempts,
    created_at: createdAt,
  };
}
