import type { LoggedEvent } from '../../domain/run-event.ts';

/** The events of a running turn, for the clients that follow it. */
export interface TurnLog {
  /** Adds events, which are stored already. */
  append(events: readonly LoggedEvent[]): void;
  end(): void;
  /** Ends the log with an error for all followers: the answer is incomplete. */
  fail(error: unknown): void;
  /** All events from the first on, waiting for those to come; each follower at its own pace. */
  follow(): AsyncGenerator<LoggedEvent, void>;
}

export interface TurnLogOptions {
  /** The number of the turn's first event; from there on they count without a gap. */
  firstSeq: number;
  /** Reads stored events from a number on, some at a time. */
  readStored: (fromSeq: number) => Promise<LoggedEvent[]>;
}

/** How many events are kept in memory; a follower who is further behind reads them from the database. */
export const keptEvents = 64;

export function createTurnLog({ firstSeq, readStored }: TurnLogOptions): TurnLog {
  let tail: LoggedEvent[] = [];
  let endSeq = firstSeq;
  let ended = false;
  let failure: { error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function announce(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  /** Waits until there's an event of this number, or none any more. */
  async function hasEvent(seq: number): Promise<boolean> {
    while (seq >= endSeq && !ended) await changed.promise;
    if (seq >= endSeq && failure) throw failure.error;
    return seq < endSeq;
  }

  async function readFrom(seq: number): Promise<LoggedEvent[]> {
    const event = tail[seq - (endSeq - tail.length)];
    return event ? [event] : await readStored(seq);
  }

  async function* follow(): AsyncGenerator<LoggedEvent, void> {
    let next = firstSeq;
    while (await hasEvent(next)) {
      for (const event of await readFrom(next)) {
        yield event;
        next = event.seq + 1;
      }
    }
  }

  return {
    append(more) {
      endSeq += more.length;
      tail.push(...more);
      if (tail.length > 2 * keptEvents) tail = tail.slice(-keptEvents);
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
