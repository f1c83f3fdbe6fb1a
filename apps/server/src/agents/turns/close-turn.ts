import type { LoggedEvent, RunEvent } from '../../domain/run-event.ts';
import { appendEvents, listTurnEvents, nextEventSeq } from '../../store/event-repository.ts';
import { appendMessage } from '../../store/message-repository.ts';
import { lockRun } from '../../store/run-repository.ts';
import type { Store } from '../../store/store.ts';
import { endTurn, listAbandonedTurns, type Turn } from '../../store/turn-repository.ts';
import type { RunSignals } from './run-signals.ts';

/** How a turn ends. */
export type Ending = 'finished' | 'failed' | 'interrupted';

const apologies = {
  failed: 'The worker could not finish its answer because the model failed.',
  interrupted: 'The worker was interrupted before it had finished its answer.',
};

/**
 * Ends a turn in one transaction: its closing events, the assistant's message made of all text that was streamed,
 * and the run idle again.
 * @returns the closing events, or undefined when the turn had been ended by another process.
 */
export async function closeTurn(
  db: Store['db'],
  turn: Turn,
  ending: Ending,
): Promise<LoggedEvent[] | undefined> {
  const place = { runId: turn.runId, turnId: turn.id };
  return await db.transaction().execute(async (transaction) => {
    await lockRun(transaction, turn.runId);
    if (!(await endTurn(transaction, turn.id, ending))) return undefined;
    const streamed = textOf(await listTurnEvents(transaction, place));
    const seq = await nextEventSeq(transaction, turn.runId);
    const closing = closingEvents(ending, streamed).map((event, index) => ({ seq: seq + index, event }));
    const content = streamed + textOf(closing);
    await appendEvents(transaction, [{ ...place, events: closing }]);
    if (content) await appendMessage(transaction, place, { role: 'assistant', content });
    return closing;
  });
}

function closingEvents(ending: Ending, streamed: string): RunEvent[] {
  if (ending === 'finished') return [{ kind: 'done' }];
  const apology = apologies[ending];
  const text = streamed ? `\n\n${apology}` : apology;
  return [{ kind: 'error', message: apology }, { kind: 'text', text }, { kind: 'done' }];
}

function textOf(events: readonly LoggedEvent[]): string {
  return events.map(({ event }) => (event.kind === 'text' ? event.text : '')).join('');
}

/**
 * Ends the turns that a crashed process left open: what was streamed becomes the assistant's message, with a
 * sentence that says it's incomplete, and the run is idle again.
 */
export async function recoverTurns(
  db: Store['db'],
  owner: { ownerId: string; isAlone: boolean },
  signals: RunSignals,
): Promise<void> {
  for (const turn of await listAbandonedTurns(db, owner)) {
    await closeTurn(db, turn, 'interrupted');
    signals.announce([turn.runId]);
  }
}
