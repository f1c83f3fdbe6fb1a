import type { LoggedEvent, RunEvent } from '../domain/run-event.ts';
import type { EventStore } from './event-store.ts';
import type { TurnLog } from './turn-log.ts';

/** Numbers, stores and then publishes the events of one turn: no client sees what a crash could take back. */
export interface EventWriter {
  write(event: RunEvent): void;
  /** Resolves when all written events are stored; rejects when one could not be. */
  flush(): Promise<void>;
}

export interface WriterOptions {
  store: EventStore;
  place: { runId: string; turnId: string };
  firstSeq: number;
  log: TurnLog;
}

/** While one insert is under way the next events gather. */
export function createEventWriter({ store, place, firstSeq, log }: WriterOptions): EventWriter {
  let seq = firstSeq;
  let waiting: LoggedEvent[] = [];
  let storing: Promise<void> | undefined;

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      await store.append({ ...place, events });
      log.append(events);
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
  };
}
