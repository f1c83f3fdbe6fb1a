import type { LoggedEvent } from '../domain/run-event.ts';

/** The events of a running turn in memory, for the clients that follow it. */
export interface TurnLog {
  append(events: readonly LoggedEvent[]): void;
  end(): void;
  /** All events from the first on, waiting for those to come; each follower at its own pace. */
  follow(): AsyncGenerator<LoggedEvent, void>;
}

export function createTurnLog(): TurnLog {
  const events: LoggedEvent[] = [];
  let ended = false;
  let changed = Promise.withResolvers<void>();

  function announce(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  async function* follow(): AsyncGenerator<LoggedEvent, void> {
    for (let index = 0; ; index++) {
      while (index >= events.length && !ended) await changed.promise;
      const event = events[index];
      if (!event) return;
      yield event;
    }
  }

  return {
    append(more) {
      events.push(...more);
      announce();
    },
    end() {
      ended = true;
      announce();
    },
    follow,
  };
}
