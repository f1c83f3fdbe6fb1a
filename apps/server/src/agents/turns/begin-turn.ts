import { admit } from '../../domain/run-state.ts';
import { spendCreditOfRun } from '../../store/credits-repository.ts';
import { appendEvents, nextEventSeq } from '../../store/event-repository.ts';
import { appendMessage } from '../../store/message-repository.ts';
import { lockRun } from '../../store/run-repository.ts';
import type { Database } from '../../store/store.ts';
import { hasRunningTurn, insertTurn } from '../../store/turn-repository.ts';

/** A turn whose user message is stored and whose answer is still to come. */
export interface BegunTurn {
  id: string;
  runId: string;
  nextSeq: number;
}

/** A user message for a run, and the process that is going to answer it. */
export interface NewTurn {
  runId: string;
  ownerId: string;
  message: string;
}

/** Adds the message and begins its turn, if the run's state allows that now; otherwise changes nothing. */
export async function tryBeginTurn(db: Database, turn: NewTurn): Promise<BegunTurn | 'reject' | 'wait'> {
  const { jobId } = await lockRun(db, turn.runId);
  const admission = admit({ jobId, turnIsRunning: await hasRunningTurn(db, turn.runId) });
  return admission === 'accept' ? await beginTurn(db, turn) : admission;
}

/** Adds the message and begins its turn in a run that is known to be idle. */
export async function beginTurn(db: Database, { runId, ownerId, message }: NewTurn): Promise<BegunTurn> {
  const id = crypto.randomUUID();
  const seq = await nextEventSeq(db, runId);
  await spendCreditOfRun(db, runId);
  await insertTurn(db, { id, runId, ownerId });
  await appendMessage(db, { runId, turnId: id }, { role: 'user', content: message });
  const event = { kind: 'user-message' as const, text: message };
  await appendEvents(db, [{ runId, turnId: id, events: [{ seq, event }] }]);
  return { id, runId, nextSeq: seq + 1 };
}
