import { sql } from 'kysely';
import { isGuid } from '../domain/guid.ts';
import type { Visibility } from '../domain/visibility.ts';
import { setAgentPrice } from './agent-price-repository.ts';
import type { Agent } from './agent-repository.ts';
import type { Database } from './store.ts';

/** What an owner says about an agent. */
export interface AgentFields {
  name: string;
  prompt: string;
  description: string | null;
  visibility: Visibility;
  vanitySlug: string | null;
  /** In cents per month; null when the agent is free. */
  subscriptionPrice: number | null;
}

/** An agent with all that the User API shows of it. */
export interface AgentRecord extends Agent, AgentFields {
  upsellDescription: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An agent of any owner. Any text is an identifier that may be looked for. */
export async function findAgentRecord(db: Database, id: string): Promise<AgentRecord | undefined> {
  if (!isGuid(id)) return undefined;
  const row = await agents(db).where('agent.id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}

/** All agents of a user, oldest first. */
export async function listAgentRecords(db: Database, userId: string): Promise<AgentRecord[]> {
  const rows = await agents(db)
    .where('agent.user_id', '=', userId)
    .orderBy('agent.created_at')
    .orderBy('agent.id')
    .execute();
  return rows.map(toRecord);
}

/** @throws a unique violation when the slug is taken; see `isSlugTaken`. */
export async function insertAgentRecord(
  db: Database,
  agent: AgentFields & Pick<Agent, 'id' | 'userId'>,
): Promise<AgentRecord> {
  const { id, userId, name, prompt, subscriptionPrice: amount } = agent;
  const values = { ...toColumns(agent), id, user_id: userId, name, prompt };
  // In the statement, so that there's no moment without the price.
  const creator =
    amount === null
      ? db
      : db.with('priced', (open) => open.insertInto('agent_price').values({ agent_id: id, amount }));
  const row = await creator.insertInto('agent').values(values).returningAll().executeTakeFirstOrThrow();
  return toRecord({ ...row, amount });
}

/** Changes what is given and leaves the rest. @throws a unique violation when the slug is taken. */
export async function updateAgentRecord(
  db: Database,
  id: string,
  changes: Partial<AgentFields & Pick<AgentRecord, 'upsellDescription'>>,
): Promise<void> {
  await db
    .updateTable('agent')
    .set({ ...toColumns(changes), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  const { subscriptionPrice } = changes;
  if (subscriptionPrice !== undefined) await setAgentPrice(db, { agentId: id, amount: subscriptionPrice });
}

/** Hides an agent for good; its runs stay, and its slug is free again. */
export async function deleteAgentRecord(db: Database, id: string): Promise<void> {
  await db.updateTable('agent').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Holds the agent until the transaction ends, so that changes to its files follow each other. */
export async function lockAgent(db: Database, id: string): Promise<void> {
  await db.selectFrom('agent').select('id').where('id', '=', id).forUpdate().execute();
}

export async function slugIsUsed(db: Database, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('agent')
    .select('id')
    .where('vanity_slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a write failed because another agent has the slug. */
export function isSlugTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'one_agent_per_slug';
}

function agents(db: Database) {
  return db
    .selectFrom('agent')
    .leftJoin('agent_price', 'agent_price.agent_id', 'agent.id')
    .selectAll('agent')
    .select('agent_price.amount')
    .where('agent.deleted_at', 'is', null);
}

type AgentRow = NonNullable<Awaited<ReturnType<ReturnType<typeof agents>['executeTakeFirst']>>>;

function toRecord(row: AgentRow): AgentRecord {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    prompt: row.prompt,
    description: row.description,
    visibility: row.visibility,
    vanitySlug: row.vanity_slug,
    upsellDescription: row.upsell_description,
    subscriptionPrice: row.amount,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

// The query builder leaves out what is undefined.
function toColumns(fields: Partial<AgentFields & Pick<AgentRecord, 'upsellDescription'>>) {
  return {
    name: fields.name,
    prompt: fields.prompt,
    description: fields.description,
    visibility: fields.visibility,
    vanity_slug: fields.vanitySlug,
    upsell_description: fields.upsellDescription,
  };
}
