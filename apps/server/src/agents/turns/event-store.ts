import { createBatchQueue } from '../../platform/batch-queue.ts';
import { appendEvents, type PlacedEvents } from '../../store/event-repository.ts';
import type { Database } from '../../store/store.ts';
import { changeRowsOf } from '../../store/whose-rows.ts';
import type { RunSignals } from './run-signals.ts';

/** Stores the events of all turns of this process. */
export interface EventStore {
  /** @throws when a number is taken: another process has ended the turn. */
  append(events: OwnedEvents): Promise<void>;
}

/** Events of one turn, and whose they are. */
export interface OwnedEvents extends PlacedEvents {
  userId: string;
}

interface Waiting extends OwnedEvents {
  stored: PromiseWithResolvers<void>;
}

const maximumEvents = 1_000;

/**
 * While one insert is under way the next events of all turns gather, so many that speak at once, and fast ones, make
 * few large inserts. One that fails is repeated for each turn, so that a turn fails for itself only.
 */
export function createEventStore(db: Database, signals: RunSignals): EventStore {
  const queue = createBatchQueue<Waiting>({
    count: countWithin(maximumEvents),
    async work(batch) {
      try {
        const userIds = [...new Set(batch.map(({ userId }) => userId))];
        await changeRowsOf(userIds, () => appendEvents(db, batch));
        for (const { stored } of batch) stored.resolve();
      } catch {
        await Promise.all(batch.map(storeAlone));
      }
      signals.announce([...new Set(batch.map(({ runId }) => runId))]);
    },
  });

  async function storeAlone(one: Waiting): Promise<void> {
    await changeRowsOf([one.userId], () => appendEvents(db, [one])).then(
      one.stored.resolve,
      one.stored.reject,
    );
  }

  return {
    async append(events) {
      const stored = Promise.withResolvers<void>();
      queue.add({ ...events, stored });
      await stored.promise;
    },
  };
}

/** So many of the first that they have no more events than this together; one that has more by itself goes alone. */
function countWithin(maximum: number): (waiting: readonly Waiting[]) => number {
  return (waiting) => {
    let events = 0;
    const end = waiting.findIndex((one) => {
      events += one.events.length;
      return events > maximum;
    });
    return end === -1 ? waiting.length : Math.max(end, 1);
  };
}
