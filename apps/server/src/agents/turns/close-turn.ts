import type { LoggedEvent, RunEvent } from '../../domain/run-event.ts';
import { listTurnEvents } from '../../store/event-repository.ts';
import type { Store } from '../../store/store.ts';
import { listAbandonedTurns, type Turn } from '../../store/turn-repository.ts';
import { endTurn } from '../../store/write-turn.ts';
import type { RunSignals } from './run-signals.ts';

/** How a turn ends. */
export type Ending = 'finished' | 'failed' | 'interrupted';

const apologies = {
  failed: 'The worker could not finish its answer because the model failed.',
  interrupted: 'The worker was interrupted before it had finished its answer.',
};

/** All that a turn has streamed. */
export interface Streamed {
  text: string;
  /** The number of the event behind the last. */
  nextSeq: number;
}

/**
 * Ends a turn: its closing events, the assistant's message made of all text that was streamed, and the run idle again.
 * @param streamed read from the database where it isn't known.
 * @returns the closing events, or undefined when the turn had been ended by another process.
 */
export async function closeTurn(
  db: Store['db'],
  turn: Turn,
  ending: Ending,
  streamed?: Streamed,
): Promise<LoggedEvent[] | undefined> {
  const { text, nextSeq } = streamed ?? (await readStreamed(db, turn));
  const events = closingEvents(ending, text).map((event, index) => ({ seq: nextSeq + index, event }));
  const content = text + textOf(events) || null;
  return (await endTurn(db, { ...turn, state: ending, events, content })) ? events : undefined;
}

async function readStreamed(db: Store['db'], { id, runId }: Turn): Promise<Streamed> {
  const events = await listTurnEvents(db, { runId, turnId: id });
  // Its first is the user's message.
  return { text: textOf(events), nextSeq: (events.at(-1)?.seq ?? 0) + 1 };
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
