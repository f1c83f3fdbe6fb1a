import type { LoggedEvent } from '../domain/run-event.ts';
import { listEventsFrom } from '../store/event-repository.ts';
import { runIsActive } from '../store/run-view-repository.ts';
import type { Store } from '../store/store.ts';
import type { RunSignals } from './run-signals.ts';

/** What a run is followed with. */
export interface Following {
  db: Store['db'];
  signals: RunSignals;
  /** Ends the following. */
  signal: AbortSignal;
}

const eventsAtOnce = 64;
const lookAgainMilliseconds = 15_000;

/**
 * The events of a run after a number, from the database, whichever process makes them: those that are there, and then
 * those to come until neither a turn nor a job is under way.
 */
export async function* followRun(
  { db, signals, signal }: Following,
  { runId, afterSeq }: { runId: string; afterSeq: number },
): AsyncGenerator<LoggedEvent, void> {
  const listener = signals.listen(runId);
  try {
    for (let fromSeq = afterSeq + 1; ; ) {
      // Read before the events: of a run that is found idle they are complete.
      const isActive = await runIsActive(db, runId);
      const events = await listEventsFrom(db, { runId, fromSeq, limit: eventsAtOnce });
      yield* events;
      fromSeq = (events.at(-1)?.seq ?? fromSeq - 1) + 1;
      if (events.length > 0) continue;
      if (!isActive) return;
      // Aborted by the client's leaving or the server's end; what is missed is there under its number.
      const hasWaited = listener.wait(lookAgainMilliseconds, signal).then(
        () => true,
        () => false,
      );
      if (!(await hasWaited)) return;
    }
  } finally {
    listener.close();
  }
}
