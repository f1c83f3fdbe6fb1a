import { Hono } from 'hono';
import { z } from 'zod';
import { granted } from '../http/granted.ts';
import { getAccount } from '../operations/accounts.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import { readBody } from '../platform/http/read-body.ts';
import { setAgentPrice } from '../store/agent-price-repository.ts';
import { findAgentRecord, insertAgentRecord } from '../store/agent-record-repository.ts';

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
    const owner = granted(await getAccount(db, owner_id));
    const unsaid = { description: null, vanitySlug: null };
    const agent = { id: crypto.randomUUID(), userId: owner.id, name, prompt, visibility, ...unsaid };
    await insertAgentRecord(db, { ...agent, subscriptionPrice: subscription_price });
    return Response.json({ agent_id: agent.id }, { status: 201 });
  });
  routes.put('/:id/price', async (context) => {
    const { amount } = await readBody(context.req, z.object({ amount: newAgent.shape.subscription_price }));
    const agentId = context.req.param('id');
    if (!(await findAgentRecord(db, agentId))) throw apiError(404, 'There is no such agent.');
    await setAgentPrice(db, { agentId, amount });
    return new Response(null, { status: 204 });
  });
  return routes;
}
