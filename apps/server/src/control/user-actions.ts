import { Hono } from 'hono';
import { z } from 'zod';
import { generateApiKey } from '../domain/api-key.ts';
import { purposeFor } from '../operations/api-keys.ts';
import { requireUser } from '../operations/find-user.ts';
import type { Services } from '../operations/services.ts';
import { readBody } from '../platform/read-body.ts';
import { insertApiKey } from '../store/api-key-repository.ts';
import { setBalance } from '../store/credits-repository.ts';
import { seeUser, type User } from '../store/user-repository.ts';
import { insertVipCode } from '../store/vip-repository.ts';

const tier = z.enum(['sandbox', 'standard']);
const credits = z.int().min(0).max(2_000_000_000);
const lifetime = z.int().min(-86_400).max(31_536_000).default(3600);

/** POST /users, PATCH /users/{id}, POST /users/{id}/jwts, POST /users/{id}/vip-codes */
export function userActions(services: Services): Hono {
  const { db } = services.store;
  const routes = new Hono();
  routes.post('/', async (context) => {
    const body = z.object({
      name: z.string().min(1).max(255),
      tier: tier.default('standard'),
      credits: credits.optional(),
    });
    return Response.json(await addUser(services, await readBody(context.req, body)), { status: 201 });
  });
  routes.patch('/:id', async (context) => {
    const user = await requireUser(db, context.req.param('id'));
    const change = await readBody(
      context.req,
      z.object({ tier: tier.optional(), credits: credits.nullable().optional() }),
    );
    if (change.tier)
      await db.updateTable('user').set({ tier: change.tier }).where('id', '=', user.id).execute();
    if (change.credits !== undefined) await setBalance(db, { userId: user.id, balance: change.credits });
    return new Response(null, { status: 204 });
  });
  routes.post('/:id/jwts', async (context) => {
    const user = await requireUser(db, context.req.param('id'));
    const { seconds } = await readBody(context.req, z.object({ seconds: lifetime }));
    return Response.json({ jwt: await issueJwt(services, user, seconds) }, { status: 201 });
  });
  routes.post('/:id/vip-codes', async (context) => {
    const user = await requireUser(db, context.req.param('id'));
    const body = z.object({ code: z.string().trim().min(1).max(100), credits: credits.default(100) });
    const code = await readBody(context.req, body);
    await insertVipCode(db, { ...code, ownerId: user.id });
    return Response.json({ ...code, owner_id: user.id }, { status: 201 });
  });
  return routes;
}

interface NewUser {
  name: string;
  tier: User['tier'];
  credits?: number | undefined;
}

async function addUser(services: Services, wanted: NewUser) {
  const { db } = services.store;
  const user = await seeUser(db, { name: wanted.name, tier: wanted.tier });
  if (wanted.credits !== undefined) await setBalance(db, { userId: user.id, balance: wanted.credits });
  const apiKey = generateApiKey();
  const sealed = services.secretBox.seal(apiKey, purposeFor(user.id));
  await insertApiKey(db, { userId: user.id, name: 'control', apiKey, sealed });
  return {
    user_id: user.id,
    name: user.name,
    tier: user.tier,
    api_key: apiKey,
    jwt: await issueJwt(services, user, 3600),
  };
}

async function issueJwt({ identity }: Services, user: User, seconds: number): Promise<string | null> {
  return (await identity.issue?.({ subject: user.name, tier: user.tier }, seconds)) ?? null;
}
