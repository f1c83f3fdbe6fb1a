import type { LoggedEvent } from '../domain/run-event.ts';

/** The events of a running turn in memory, for the clients that follow it. */
export interface TurnLog {
  append(events: readonly LoggedEvent[]): void;
  end(): void;
  /** Ends the log with an error for all followers: the answer is incomplete. */
  fail(error: unknown): void;
  /** All events from the first on, waiting for those to come; each follower at its own pace. */
  follow(): AsyncGenerator<LoggedEvent, void>;
}

export function createTurnLog(): TurnLog {
  const events: LoggedEvent[] = [];
  let ended = false;
  let failure: { error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function announce(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  async function* follow(): AsyncGenerator<LoggedEvent, void> {
    for (let index = 0; ; index++) {
      while (index >= events.length && !ended) await changed.promise;
      const event = events[index];
      if (event) yield event;
      else if (failure) throw failure.error;
      else return;
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
    fail(error) {
      failure = { error };
      ended = true;
      announce();
    },
    follow,
  };
}
