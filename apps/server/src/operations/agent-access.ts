import type { Caller } from '../domain/visibility.ts';
import { type AgentRecord, findAgentRecord } from '../store/agent-record-repository.ts';
import type { Database } from '../store/store.ts';
import { isPaidFor } from '../store/subscription-repository.ts';
import { isRefusal, type Refusal, refuse } from './outcome.ts';

type Found = AgentRecord | Refusal<'not-found' | 'forbidden'>;

interface Search<Who> {
  id: string;
  caller: Who;
}

/** An agent that the caller may see: a public one or their own. */
export async function findVisibleAgent(
  db: Database,
  { id, caller }: Search<Caller | undefined>,
): Promise<Found> {
  const agent = await findAgentRecord(db, id);
  if (!agent) return refuse('not-found', 'Agent not found.');
  if (agent.visibility === 'public' || agent.userId === caller?.userId) return agent;
  return refuse('forbidden', 'This agent is private.');
}

/** An agent of which the caller may see all: what others sell is for those who pay. */
export async function findOpenAgent(db: Database, search: Search<Caller | undefined>): Promise<Found> {
  const agent = await findVisibleAgent(db, search);
  if (isRefusal(agent) || (await isOpenTo(db, agent, search.caller))) return agent;
  return refuse('forbidden', 'This is a paid agent: subscribe to it first.');
}

/** Whether the caller may see the prompt and the files of an agent that they see. */
export async function isOpenTo(
  db: Database,
  agent: AgentRecord,
  caller: Caller | undefined,
): Promise<boolean> {
  if (agent.subscriptionPrice === null || agent.userId === caller?.userId) return true;
  return caller !== undefined && (await isPaidFor(db, { agentId: agent.id, userId: caller.userId }));
}

/** An agent that the caller may change: their own. */
export async function findOwnAgent(db: Database, { id, caller }: Search<Caller>): Promise<Found> {
  const agent = await findAgentRecord(db, id);
  if (!agent) return refuse('not-found', 'Agent not found.');
  return agent.userId === caller.userId ? agent : refuse('forbidden', 'This agent belongs to another user.');
}

/** Whose rows tell what the caller sees of an agent or a chat: its owner's, and the caller's, such as subscriptions. */
export function ownersOf({ userId }: Pick<AgentRecord, 'userId'>, caller: Caller | undefined): string[] {
  return caller ? [userId, caller.userId] : [userId];
}
