import { isGuid } from '../domain/guid.ts';
import type { Database } from './store.ts';

/** An agent as a possible subscriber sees it. */
export interface Offer {
  agentId: string;
  ownerId: string;
  name: string;
  /** In cents per month; null when the agent is free. */
  amount: number | null;
}

/** The agent, if the user may see it. */
export async function findOffer(
  db: Database,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<Offer | undefined> {
  if (!isGuid(agentId)) return undefined;
  const row = await db
    .selectFrom('agent')
    .leftJoin('agent_price', 'agent_price.agent_id', 'agent.id')
    .select(['agent.id', 'agent.user_id', 'agent.name', 'agent_price.amount'])
    .where('agent.id', '=', agentId)
    .where('agent.deleted_at', 'is', null)
    .where((is) => is.or([is('agent.user_id', '=', userId), is('agent.visibility', '=', 'public')]))
    .executeTakeFirst();
  return row && { agentId: row.id, ownerId: row.user_id, name: row.name, amount: row.amount };
}

export async function findAgentOwner(db: Database, agentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('agent').select('user_id').where('id', '=', agentId).executeTakeFirst();
  return row?.user_id;
}

/** Sets what a subscription to the agent costs, in cents per month; null makes it free. */
export async function setAgentPrice(
  db: Database,
  { agentId, amount }: { agentId: string; amount: number | null },
): Promise<void> {
  await db.deleteFrom('agent_price').where('agent_id', '=', agentId).execute();
  if (amount !== null) await db.insertInto('agent_price').values({ agent_id: agentId, amount }).execute();
}

/** Sets the first price of agents; one that has a price keeps it. */
export async function insertAgentPrices(
  db: Database,
  prices: readonly { agentId: string; amount: number }[],
): Promise<void> {
  await db
    .insertInto('agent_price')
    .values(prices.map(({ agentId, amount }) => ({ agent_id: agentId, amount })))
    .onConflict((conflict) => conflict.column('agent_id').doNothing())
    .execute();
}
