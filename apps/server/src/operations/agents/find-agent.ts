import type { Caller } from '../../identity/caller.ts';
import { type AgentRecord, findAgentRecord } from '../../store/agent-record-repository.ts';
import type { Database } from '../../store/store.ts';
import { type Refusal, refuse } from '../outcome.ts';

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

/** An agent that the caller may change: their own. */
export async function findOwnAgent(db: Database, { id, caller }: Search<Caller>): Promise<Found> {
  const agent = await findAgentRecord(db, id);
  if (!agent) return refuse('not-found', 'Agent not found.');
  return agent.userId === caller.userId ? agent : refuse('forbidden', 'This agent belongs to another user.');
}
