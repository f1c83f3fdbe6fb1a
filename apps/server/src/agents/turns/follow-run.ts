import type { LoggedEvent } from '../../domain/run-event.ts';
import { listEventsFrom } from '../../store/event-repository.ts';
import { runIsActive } from '../../store/run-repository.ts';
import type { Store } from '../../store/store.ts';
import type { RunListener, RunSignals } from './run-signals.ts';

/** A client that follows a run. */
export interface Follower {
  events: AsyncGenerator<LoggedEvent, void>;
  /** Ends the events, also while they wait for the next. */
  stop(): void;
}

const eventsAtOnce = 64;

/**
 * The events of a run after a number, from the database, whichever process makes them: those that are there, and then
 * those to come until neither a turn nor a job is under way. What a stopped follower has missed is there under its
 * number.
 */
export function followRun(
  { db, signals }: { db: Store['db']; signals: RunSignals },
  { runId, afterSeq }: { runId: string; afterSeq: number },
): Follower {
  const listener = signals.listen(runId);
  let isStopped = false;
  return {
    events: readOn({ db, listener, isStopped: () => isStopped }, { runId, afterSeq }),
    stop() {
      isStopped = true;
      listener.close();
    },
  };
}

interface Reading {
  db: Store['db'];
  listener: RunListener;
  isStopped: () => boolean;
}

async function* readOn(
  { db, listener, isStopped }: Reading,
  { runId, afterSeq }: { runId: string; afterSeq: number },
): AsyncGenerator<LoggedEvent, void> {
  let fromSeq = afterSeq + 1;
  while (!isStopped()) {
    // Read before the events: of a run that is found idle they are complete.
    const isActive = await runIsActive(db, runId);
    const events = await listEventsFrom(db, { runId, fromSeq, limit: eventsAtOnce });
    yield* events;
    fromSeq = (events.at(-1)?.seq ?? fromSeq - 1) + 1;
    if (events.length > 0) continue;
    if (!isActive) return;
    await listener.wait();
  }
}

/** All who follow runs in this process. */
export interface Followers {
  /** Keeps a follower until its events have ended. */
  add(follower: Follower): Follower;
  stopAll(): void;
}

export function createFollowers(): Followers {
  const following = new Set<Follower>();
  return {
    add(follower) {
      const kept = {
        events: follower.events,
        stop() {
          following.delete(kept);
          follower.stop();
        },
      };
      following.add(kept);
      return kept;
    },
    stopAll: () => following.forEach(({ stop }) => void stop()),
  };
}
