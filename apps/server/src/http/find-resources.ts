import { z } from 'zod';
import { type Agent, findAgent } from '../store/agent-repository.ts';
import { findRun, type Run } from '../store/run-repository.ts';
import type { Store } from '../store/store.ts';
import { apiError } from './api-error.ts';

// Any GUID, whatever its version digit; others would be an error of the database.
const guid = z.guid();

/** The caller's own agent. @throws a 404 for any other identifier, of the right form or not. */
export async function requireAgent(
  db: Store['db'],
  key: { agentId: string; userId: string },
): Promise<Agent> {
  const { agentId: id, userId } = key;
  const agent = guid.safeParse(id).success ? await findAgent(db, { id, userId }) : undefined;
  if (!agent) throw apiError(404, 'Agent not found.');
  return agent;
}

/** A run of this agent. @throws a 404 for any other identifier, of the right form or not. */
export async function requireRun(db: Store['db'], agent: Agent, runId: string): Promise<Run> {
  const key = { id: runId, agentId: agent.id, userId: agent.userId };
  const run = guid.safeParse(runId).success ? await findRun(db, key) : undefined;
  if (!run) throw apiError(404, 'Run not found.');
  return run;
}
