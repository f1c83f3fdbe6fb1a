import { subscribeWithoutCheckout } from '../payments/embedded/subscribe-without-checkout.ts';
import { insertAgentPrices } from '../store/agent-price-repository.ts';
import { insertAgents } from '../store/agent-repository.ts';
import { insertBalances } from '../store/credits-repository.ts';
import type { Database } from '../store/store.ts';
import { insertVipCode } from '../store/vip-repository.ts';
import { sandboxAgents } from './sandbox-agents.ts';

/** VIP codes of every sandbox. */
export const sandboxCodes = { vip: 'SANDBOX-WELCOME', own: 'SANDBOX-OWN' } as const;

/** What the models of all its agents are told. */
export const sandboxPrompt = 'You are a helpful worker. Answer briefly.';

interface SandboxUsers {
  userId: string;
  otherId: string;
}

const centsPerMonth = 500;
const credits = 1000;
const creditsOfCode = 100;

/** Agents to subscribe to, credits and codes: what is there already stays as it is. */
export async function seedOffers(db: Database, users: SandboxUsers): Promise<void> {
  const { userId, otherId } = users;
  await seedAgents(db, users);
  await insertBalances(
    db,
    [userId, otherId].map((id) => ({ userId: id, balance: credits })),
  );
  for (const agentId of [sandboxAgents.subscribed, sandboxAgents.unsubscribe])
    await subscribeWithoutCheckout(db, { userId, agentId, ownerId: otherId, amount: centsPerMonth });
  await insertVipCode(db, { code: sandboxCodes.vip, ownerId: null, credits: creditsOfCode });
  await insertVipCode(db, { code: sandboxCodes.own, ownerId: userId, credits: creditsOfCode });
}

/** Public agents, of which all but one have a price. */
async function seedAgents(db: Database, { userId, otherId }: SandboxUsers): Promise<void> {
  const offered = { prompt: sandboxPrompt, visibility: 'public' } as const;
  const paid = [
    { id: sandboxAgents.paid, userId: otherId, name: 'Paid worker', ...offered },
    { id: sandboxAgents.subscribed, userId: otherId, name: 'Subscribed worker', ...offered },
    { id: sandboxAgents.unsubscribe, userId: otherId, name: 'Worker for a while', ...offered },
    { id: sandboxAgents.ownPaid, userId, name: 'Own paid worker', ...offered },
  ];
  const free = { id: sandboxAgents.unpaid, userId: otherId, name: 'Free worker', ...offered };
  await insertAgents(db, [...paid, free]);
  await insertAgentPrices(
    db,
    paid.map(({ id }) => ({ agentId: id, amount: centsPerMonth })),
  );
}
