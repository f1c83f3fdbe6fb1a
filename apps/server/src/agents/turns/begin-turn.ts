import { admit } from '../../domain/run-state.ts';
import type { Agent } from '../../store/agent-repository.ts';
import { lockRun } from '../../store/run-repository.ts';
import type { Database } from '../../store/store.ts';
import { hasRunningTurn } from '../../store/turn-repository.ts';
import { insertRunWithTurn, insertTurn, type NewTurn } from '../../store/write-turn.ts';

/** A turn whose user message is stored and whose answer is still to come. */
export interface BegunTurn {
  id: string;
  runId: string;
  message: string;
  /** The number of the event behind the message. */
  nextSeq: number;
}

/** A message for a run, before it has a turn. */
export type Said = Omit<NewTurn, 'id'>;

/** Adds the message and begins its turn, if the run's state allows that now; otherwise changes nothing. */
export async function tryBeginTurn(db: Database, said: Said): Promise<BegunTurn | 'reject' | 'wait'> {
  const { jobId } = await lockRun(db, said.runId);
  const admission = admit({ jobId, turnIsRunning: await hasRunningTurn(db, said.runId) });
  if (admission !== 'accept') return admission;
  const turn = { ...said, id: crypto.randomUUID() };
  return toBegun(turn, await insertTurn(db, turn));
}

/** Opens a run of the agent with its first message. */
export async function beginRun(
  db: Database,
  agent: Pick<Agent, 'id' | 'userId'>,
  said: Pick<Said, 'ownerId' | 'message'>,
): Promise<BegunTurn> {
  const turn = { ...said, id: crypto.randomUUID(), runId: crypto.randomUUID(), userId: agent.userId };
  return toBegun(turn, await insertRunWithTurn(db, { ...turn, agentId: agent.id }));
}

function toBegun({ id, runId, message }: NewTurn, seq: number): BegunTurn {
  return { id, runId, message, nextSeq: seq + 1 };
}
