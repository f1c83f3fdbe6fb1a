import { isGuid } from '../domain/guid.ts';
import { type Agent, findRunnableAgent } from '../store/agent-repository.ts';
import { findRun, type Run } from '../store/run-repository.ts';
import type { Store } from '../store/store.ts';
import { noteRun } from '../telemetry/concern.ts';
import { apiError } from './api-error.ts';

/** An agent that the caller owns or has subscribed to. @throws a 404 for any other identifier, of the right form or not. */
export async function requireAgent(
  db: Store['db'],
  key: { agentId: string; userId: string },
): Promise<Agent> {
  const { agentId: id, userId } = key;
  const agent = isGuid(id) ? await findRunnableAgent(db, { id, userId }) : undefined;
  if (!agent) throw apiError(404, 'Agent not found.');
  return agent;
}

/** A run of this agent. @throws a 404 for any other identifier, of the right form or not. */
export async function requireRun(db: Store['db'], agent: Agent, runId: string): Promise<Run> {
  const key = { id: runId, agentId: agent.id, userId: agent.userId };
  const run = isGuid(runId) ? await findRun(db, key) : undefined;
  if (!run) throw apiError(404, 'Run not found.');
  noteRun(run.id);
  return run;
}
