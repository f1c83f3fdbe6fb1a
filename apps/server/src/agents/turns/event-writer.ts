import type { LoggedEvent, RunEvent } from '../../domain/run-event.ts';
import { createBatchQueue } from './batch-queue.ts';
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
  const queue = createBatchQueue<LoggedEvent>({
    async work(events) {
      await store.append({ ...place, events });
      log.append(events);
    },
  });
  return {
    write: (event) => queue.add({ seq: seq++, event }),
    flush: queue.drained,
  };
}
