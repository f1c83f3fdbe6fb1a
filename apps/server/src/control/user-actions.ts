import { Hono } from 'hono';
import { z } from 'zod';
import { granted } from '../http/granted.ts';
import { accountFields, addAccount, changeAccount, getAccount } from '../operations/accounts.ts';
import { addApiKey } from '../operations/api-keys.ts';
import type { Services } from '../operations/services.ts';
import { readBody } from '../platform/http/read-body.ts';
import type { User } from '../store/user-repository.ts';
import { insertVipCode } from '../store/vip-repository.ts';

const { name, tier, credits } = accountFields;
const newUser = z.object({ name, tier: tier.default('standard'), credits: credits.optional() });
const change = z.object({ tier: tier.optional(), credits: credits.nullable().optional() });
const lifetime = z.object({ seconds: z.int().min(-86_400).max(31_536_000).default(3600) });
const newCode = z.object({ code: z.string().trim().min(1).max(100), credits: credits.default(100) });

/** POST /users, PATCH /users/{id}, POST /users/{id}/jwts, POST /users/{id}/vip-codes */
export function userActions(services: Services): Hono {
  const { db } = services.store;
  const routes = new Hono();
  routes.post('/', async (context) => {
    const user = await addAccount(services, await readBody(context.req, newUser));
    return Response.json(await withCredentials(services, user), { status: 201 });
  });
  routes.patch('/:id', async (context) => {
    const { id } = granted(await getAccount(db, context.req.param('id')));
    granted(await changeAccount(services, id, await readBody(context.req, change)));
    return new Response(null, { status: 204 });
  });
  routes.post('/:id/jwts', async (context) => {
    const user = granted(await getAccount(db, context.req.param('id')));
    const { seconds } = await readBody(context.req, lifetime);
    return Response.json({ jwt: await issueJwt(services, user, seconds) }, { status: 201 });
  });
  routes.post('/:id/vip-codes', async (context) => {
    const { id: ownerId } = granted(await getAccount(db, context.req.param('id')));
    const code = await readBody(context.req, newCode);
    await insertVipCode(db, { ...code, ownerId });
    return Response.json({ ...code, owner_id: ownerId }, { status: 201 });
  });
  return routes;
}

/** The user with a new API key and a JWT. */
async function withCredentials(services: Services, user: User) {
  const { store, secretBox } = services;
  const { key } = await addApiKey({ db: store.db, secretBox }, { userId: user.id, name: 'control' });
  const jwt = await issueJwt(services, user, 3600);
  return { user_id: user.id, name: user.name, tier: user.tier, api_key: key, jwt };
}

async function issueJwt({ identity }: Services, user: User, seconds: number): Promise<string | null> {
  return (await identity.issue?.({ subject: user.name, tier: user.tier }, seconds)) ?? null;
}
