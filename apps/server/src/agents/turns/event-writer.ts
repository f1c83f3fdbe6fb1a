import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import type { LoggedEvent, RunEvent } from '../../domain/run-event.ts';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import type { Streamed } from './close-turn.ts';
import type { EventStore, OwnedEvents } from './event-store.ts';
import type { TurnLog } from './turn-log.ts';

/** Numbers, stores and then publishes the events of one turn: no client sees what a crash could take back. */
export interface EventWriter {
  /** Resolves when there's room for more, at once as long as few wait; rejects when one could not be stored. */
  write(event: RunEvent): Promise<void>;
  /**
   * Resolves when all written events are stored; rejects when one could not be.
   * @returns all that was streamed; undefined when that was too long to keep.
   */
  flush(): Promise<Streamed | undefined>;
}

export interface WriterOptions {
  store: EventStore;
  place: Omit<OwnedEvents, 'events'>;
  firstSeq: number;
  log: TurnLog;
}

// In characters. A longer answer is read from the database when it ends.
const longestKeptText = 4_096;

// A model may speak faster than the database stores.
const maximumWaiting = 64;

/** While one insert is under way the next events gather. */
export function createEventWriter({ store, place, firstSeq, log }: WriterOptions): EventWriter {
  let seq = firstSeq;
  let text: string | undefined = '';
  const queue = createBatchQueue<LoggedEvent>({
    // What a model says at once is one insert.
    begin: nextTurnOfTheEventLoop,
    async work(events) {
      await store.append({ ...place, events });
      log.append(events);
    },
  });
  return {
    async write(event) {
      queue.add({ seq: seq++, event });
      if (event.kind === 'text' && text !== undefined) text += event.text;
      if (text !== undefined && text.length > longestKeptText) text = undefined;
      if (queue.waiting >= maximumWaiting) await queue.drained();
    },
    async flush() {
      await queue.drained();
      return text === undefined ? undefined : { text, nextSeq: seq };
    },
  };
}
