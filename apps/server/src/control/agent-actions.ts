import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '../operations/find-user.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/errors.ts';
import { readBody } from '../platform/read-body.ts';
import { setAgentPrice } from '../store/agent-price-repository.ts';
import { insertAgent } from '../store/agent-repository.ts';

const newAgent = z.object({
  owner_id: z.string(),
  name: z.string().min(1).default('Worker'),
  prompt: z.string().default('You are a helpful worker.'),
  visibility: z.enum(['private', 'public']).default('private'),
  subscription_price: z.int().min(1).max(100_000_000).nullable().default(null),
});

/** POST /agents, PUT /agents/{id}/price */
export function agentActions({ store: { db } }: Services): Hono {
  const routes = new Hono();
  routes.post('/', async (context) => {
    const { owner_id, name, prompt, visibility, subscription_price } = await readBody(context.req, newAgent);
    const owner = await requireUser(db, owner_id);
    const id = crypto.randomUUID();
    await insertAgent(db, { id, userId: owner.id, name, prompt });
    await db.updateTable('agent').set({ visibility }).where('id', '=', id).execute();
    await setAgentPrice(db, { agentId: id, amount: subscription_price });
    return Response.json({ agent_id: id }, { status: 201 });
  });
  routes.put('/:id/price', async (context) => {
    const { amount } = await readBody(context.req, z.object({ amount: newAgent.shape.subscription_price }));
    const id = z.guid().safeParse(context.req.param('id'));
    const row = id.success
      ? await db.selectFrom('agent').select('id').where('id', '=', id.data).executeTakeFirst()
      : undefined;
    if (!row) throw apiError(404, 'There is no such agent.');
    await setAgentPrice(db, { agentId: row.id, amount });
    return new Response(null, { status: 204 });
  });
  return routes;
}
