import type { Store } from '../store/store.ts';
import { listAbandonedTurns } from '../store/turn-repository.ts';
import { closeTurn } from './close-turn.ts';
import type { RunSignals } from './run-signals.ts';

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
