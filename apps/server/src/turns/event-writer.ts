import type { LoggedEvent, RunEvent } from '../domain/run-event.ts';
import { appendEvents } from '../store/event-repository.ts';
import type { Database } from '../store/store.ts';
import type { TurnLog } from './turn-log.ts';

/** Numbers, stores and then publishes the events of one turn: no client sees what a crash could take back. */
export interface EventWriter {
  write(event: RunEvent): void;
  /** Resolves when all written events are stored; rejects when one could not be. */
  flush(): Promise<void>;
  /** The number for the next event; to be asked after a flush. */
  nextSeq(): number;
}

export interface WriterOptions {
  db: Database;
  place: { runId: string; turnId: string };
  firstSeq: number;
  log: TurnLog;
}

/** While one insert is under way the next events gather, so a fast model makes few large inserts. */
export function createEventWriter(options: WriterOptions): EventWriter {
  let seq = options.firstSeq;
  let waiting: LoggedEvent[] = [];
  let storing: Promise<void> | undefined;

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await appendEvents(options.db, options.place, batch);
      options.log.append(batch);
    }
    storing = undefined;
  }

  return {
    write(event) {
      waiting.push({ seq: seq++, event });
      if (storing) return;
      storing = storeWaiting();
      // Whoever flushes hears of a failure; until then it must not count as unhandled.
      storing.catch(() => {});
    },
    flush: async () => await storing,
    nextSeq: () => seq,
  };
}
