import { appendEvents, type PlacedEvents } from '../store/event-repository.ts';
import type { Database } from '../store/store.ts';
import type { RunSignals } from './run-signals.ts';

/** Stores the events of all turns of this process. */
export interface EventStore {
  /** @throws when a number is taken: another process has ended the turn. */
  append(events: PlacedEvents): Promise<void>;
}

interface Waiting extends PlacedEvents {
  stored: PromiseWithResolvers<void>;
}

const maximumEvents = 1_000;

/**
 * While one insert is under way the next events of all turns gather, so many that speak at once, and fast ones, make
 * few large inserts. One that fails is made anew for each turn, so that a turn fails for itself only.
 */
export function createEventStore(db: Database, signals: RunSignals): EventStore {
  const waiting: Waiting[] = [];
  let isStoring = false;

  async function storeWaiting(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        await appendEvents(db, batch);
        for (const { stored } of batch) stored.resolve();
      } catch {
        await Promise.all(batch.map(storeAlone));
      }
      signals.announce([...new Set(batch.map(({ runId }) => runId))]);
    }
    isStoring = false;
  }

  function takeBatch(): Waiting[] {
    let count = 0;
    const end = waiting.findIndex(({ events }) => {
      count += events.length;
      return count > maximumEvents;
    });
    // One that is too large by itself goes alone.
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
  }

  async function storeAlone(one: Waiting): Promise<void> {
    await appendEvents(db, [one]).then(one.stored.resolve, one.stored.reject);
  }

  return {
    async append(events) {
      const stored = Promise.withResolvers<void>();
      waiting.push({ ...events, stored });
      if (!isStoring) void storeWaiting();
      await stored.promise;
    },
  };
}
