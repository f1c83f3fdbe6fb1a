import { subscribeWithoutCheckout } from '../payments/embedded/subscribe-without-checkout.ts';
import type { Database } from '../store/store.ts';
import { insertVipCode } from '../store/vip-repository.ts';
import { sandboxAgents } from './sandbox-agents.ts';

/** VIP codes of every sandbox. */
export const sandboxCodes = { vip: 'SANDBOX-WELCOME', own: 'SANDBOX-OWN' } as const;

interface SandboxUsers {
  userId: string;
  otherId: string;
}

const prompt = 'You are a helpful worker. Answer briefly.';
const subscribed = [sandboxAgents.subscribed, sandboxAgents.unsubscribe];
const centsPerMonth = 500;
const credits = 1000;

/** Agents to subscribe to, credits and codes: what is there already stays as it is. */
export async function seedOffers(db: Database, { userId, otherId }: SandboxUsers): Promise<void> {
  const agents = [
    { id: sandboxAgents.paid, user_id: otherId, name: 'Paid worker', visibility: 'public' as const },
    { id: sandboxAgents.unpaid, user_id: otherId, name: 'Free worker', visibility: 'public' as const },
    {
      id: sandboxAgents.subscribed,
      user_id: otherId,
      name: 'Subscribed worker',
      visibility: 'public' as const,
    },
    {
      id: sandboxAgents.unsubscribe,
      user_id: otherId,
      name: 'Worker for a while',
      visibility: 'public' as const,
    },
    { id: sandboxAgents.ownPaid, user_id: userId, name: 'Own paid worker', visibility: 'public' as const },
  ];
  const paid = [sandboxAgents.paid, sandboxAgents.ownPaid, ...subscribed];
  const owners = [userId, otherId];
  await db
    .insertInto('agent')
    .values(agents.map((agent) => ({ ...agent, prompt })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('agent_price')
    .values(paid.map((agent_id) => ({ agent_id, amount: centsPerMonth })))
    .onConflict((conflict) => conflict.column('agent_id').doNothing())
    .execute();
  await db
    .insertInto('credits')
    .values(owners.map((user_id) => ({ user_id, balance: credits })))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  for (const agentId of subscribed)
    await subscribeWithoutCheckout(db, { userId, agentId, ownerId: otherId, amount: centsPerMonth });
  await insertVipCode(db, { code: sandboxCodes.vip, ownerId: null, credits: 100 });
  await insertVipCode(db, { code: sandboxCodes.own, ownerId: userId, credits: 100 });
}
