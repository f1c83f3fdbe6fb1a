import { Hono } from 'hono';
import { z } from 'zod';
import type { BackgroundJobs } from '../../agents/jobs/background-jobs.ts';
import { requireUser } from '../../operations/find-user.ts';
import type { Services } from '../../operations/services.ts';
import { endSubscriptionsTo } from '../../payments/subscriptions.ts';
import { apiError } from '../../platform/errors.ts';
import { readBody } from '../../platform/read-body.ts';
import { setBalance } from '../../store/credits-repository.ts';
import { deleteUserData } from '../../store/delete-user.ts';
import { exportUserData } from '../../store/export-user.ts';
import type { Database } from '../../store/store.ts';
import { seeUser } from '../../store/user-repository.ts';

const tier = z.enum(['sandbox', 'standard']);
const credits = z.int().min(0).max(2_000_000_000);
const newUser = z.strictObject({ name: z.string().min(1).max(255), tier: tier.default('standard') });
const change = z.strictObject({ tier: tier.optional(), credits: credits.nullable().optional() });
const pageSize = 100;

/** GET and POST /, GET, PATCH and DELETE /{id}, GET /{id}/export */
export function userRoutes(services: Services, jobs: BackgroundJobs): Hono {
  const { db } = services.store;
  const routes = new Hono();
  routes.get('/', async (context) => {
    const { name, after } = context.req.query();
    const found = await users(db)
      .$if(name !== undefined, (query) => query.where('user.name', '=', name ?? ''))
      .$if(after !== undefined, (query) => query.where('user.name', '>', after ?? ''))
      .limit(pageSize)
      .execute();
    return Response.json({ items: found, next_after: found.length < pageSize ? null : found.at(-1)?.name });
  });
  routes.post('/', async (context) => {
    const { id } = await seeUser(db, await readBody(context.req, newUser));
    return Response.json(await showUser(db, id), { status: 201 });
  });
  routes.get('/:id', async (context) => Response.json(await showUser(db, context.req.param('id'))));
  routes.patch('/:id', async (context) => {
    const { id } = await requireUser(db, context.req.param('id'));
    const given = await readBody(context.req, change);
    await db.transaction().execute(async (transaction) => {
      if (given.tier)
        await transaction.updateTable('user').set({ tier: given.tier }).where('id', '=', id).execute();
      if (given.credits !== undefined) await setBalance(transaction, { userId: id, balance: given.credits });
    });
    return Response.json(await showUser(db, id));
  });
  routes.delete('/:id', async (context) => {
    const { id } = await requireUser(db, context.req.param('id'));
    await deleteUser(services, jobs, id);
    return new Response(null, { status: 204 });
  });
  routes.get('/:id/export', async (context) => {
    const { id } = await requireUser(db, context.req.param('id'));
    return new Response(toLines(exportAll(services, id)), {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    });
  });
  return routes;
}

function users(db: Database) {
  return db
    .selectFrom('user')
    .leftJoin('credits', 'credits.user_id', 'user.id')
    .select(['user.id as user_id', 'user.name', 'user.tier', 'user.created_at', 'credits.balance as credits'])
    .orderBy('user.name');
}

async function showUser(db: Database, id: string): Promise<object> {
  await requireUser(db, id);
  return await users(db).where('user.id', '=', id).executeTakeFirstOrThrow();
}

/** Work under way is ended first, for it would write on; what is gone is not paid for any longer. */
async function deleteUser(services: Services, jobs: BackgroundJobs, userId: string): Promise<void> {
  const { store, payments, schedules } = services;
  const { db } = store;
  await refuseWhileAnswering(db, userId);
  for (const { id } of await jobsOf(db, userId)) await jobs.cancel(id);
  const agents = await db.selectFrom('agent').select('id').where('user_id', '=', userId).execute();
  for (const { id } of agents) await endSubscriptionsTo(id, services);
  for (const { reference } of await subscriptionsOf(db, userId))
    if (reference !== null) await payments.provider.endSubscription(reference);
  const planned = await db.selectFrom('schedule').select('id').where('user_id', '=', userId).execute();
  await services.notifications.deleteUser(userId);
  await db.transaction().execute(async (transaction) => {
    await refuseWhileAnswering(transaction, userId);
    await deleteUserData(transaction, userId);
  });
  for (const { id } of planned) await schedules.unset(id);
}

async function refuseWhileAnswering(db: Database, userId: string): Promise<void> {
  const turn = await db
    .selectFrom('turn')
    .innerJoin('run', 'run.id', 'turn.run_id')
    .innerJoin('agent', 'agent.id', 'run.agent_id')
    .select('turn.id')
    .where('turn.state', '=', 'running')
    .where((is) => is.or([is('run.user_id', '=', userId), is('agent.user_id', '=', userId)]))
    .executeTakeFirst();
  if (turn) throw apiError(409, 'An answer of this user, or of an agent of theirs, is under way. Try again.');
}

function jobsOf(db: Database, userId: string) {
  return db
    .selectFrom('job')
    .innerJoin('run', 'run.id', 'job.run_id')
    .select('job.id')
    .where('run.user_id', '=', userId)
    .where('job.state', '=', 'running')
    .execute();
}

function subscriptionsOf(db: Database, userId: string) {
  return db
    .selectFrom('subscription')
    .select('reference')
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .execute();
}

async function* exportAll({ store, notifications }: Services, userId: string): AsyncGenerator<object, void> {
  yield* exportUserData(store.db, userId);
  yield* notifications.exportUser(userId);
}

function toLines(records: AsyncGenerator<object, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await records.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: async () => void (await records.return()),
  });
}
