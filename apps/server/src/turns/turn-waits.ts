import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

// Another process's turn can only be watched by looking at the database.
const lookAgainMilliseconds = 100;

/** Lets others wait for the end of a run's turn. */
export interface TurnWaits {
  /** Resolves when a turn of the run ends in this process, or after a moment: look at the database again then. */
  wait(runId: string, signal: AbortSignal): Promise<void>;
  announceEnd(runId: string): void;
}

export function createTurnWaits(): TurnWaits {
  const ends = new EventEmitter();
  ends.setMaxListeners(0);
  return {
    async wait(runId, signal) {
      const enough = new AbortController();
      const options = { signal: AbortSignal.any([signal, enough.signal]) };
      try {
        await Promise.race([once(ends, runId, options), pause(lookAgainMilliseconds, undefined, options)]);
      } finally {
        enough.abort();
      }
    },
    announceEnd: (runId) => void ends.emit(runId),
  };
}
