import { Hono } from 'hono';
import { z } from 'zod';
import type { BackgroundJobs } from '../../agents/jobs/background-jobs.ts';
import {
  accountFields,
  addAccount,
  changeAccount,
  deleteAccount,
  exportAccount,
  getAccount,
} from '../../operations/accounts.ts';
import type { Services } from '../../operations/services.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { type Account, listAccounts } from '../../store/account-repository.ts';
import { granted } from '../granted.ts';

const { name, tier, credits } = accountFields;
const newUser = z.strictObject({ name, tier: tier.default('standard') });
const change = z.strictObject({ tier: tier.optional(), credits: credits.nullable().optional() });
const pageSize = 100;

/** GET and POST /, GET, PATCH and DELETE /{id}, GET /{id}/export */
export function userRoutes(services: Services, jobs: BackgroundJobs): Hono {
  const { db } = services.store;
  const routes = new Hono();
  routes.get('/', async (context) => {
    const { name, after } = context.req.query();
    const found = await listAccounts(db, { name, after, limit: pageSize });
    const next_after = found.length < pageSize ? null : found.at(-1)?.name;
    return Response.json({ items: found.map(toUserRecord), next_after });
  });
  routes.post('/', async (context) => {
    const account = await addAccount(services, await readBody(context.req, newUser));
    return Response.json(toUserRecord(account), { status: 201 });
  });
  routes.get('/:id', async (context) =>
    Response.json(toUserRecord(granted(await getAccount(db, context.req.param('id'))))),
  );
  routes.patch('/:id', async (context) => {
    const { id } = granted(await getAccount(db, context.req.param('id')));
    const given = await readBody(context.req, change);
    return Response.json(toUserRecord(granted(await changeAccount(services, id, given))));
  });
  routes.delete('/:id', async (context) => {
    granted(await deleteAccount(services, jobs, context.req.param('id')));
    return new Response(null, { status: 204 });
  });
  routes.get('/:id/export', async (context) => {
    const { id } = granted(await getAccount(db, context.req.param('id')));
    return new Response(toLines(exportAccount(services, id)), {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    });
  });
  return routes;
}

function toUserRecord({ id, name, tier, createdAt, credits }: Account) {
  return { user_id: id, name, tier, created_at: createdAt, credits };
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
