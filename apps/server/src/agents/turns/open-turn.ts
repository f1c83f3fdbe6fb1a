import type { LoggedEvent } from '../../domain/run-event.ts';
import type { FollowedTurn } from './turns.ts';

/** A turn whose beginning is known. */
export interface OpenTurn {
  runId: string;
  /** The background job with which the turn began. */
  jobId: string | null;
  /** All events of the turn, the beginning too. A client that goes away ends the following, not the turn. */
  events: AsyncGenerator<LoggedEvent, void>;
}

/** Waits for the first thing that happens in a turn, so that a job requested at once can be named before the rest. */
export async function openTurn({ runId, log }: FollowedTurn): Promise<OpenTurn> {
  const events = log.follow();
  const opening = await readOpening(events);
  const job = opening.find(({ event }) => event.kind === 'job-started')?.event;
  return {
    runId,
    jobId: job?.kind === 'job-started' ? job.jobId : null,
    events: chain(opening, events),
  };
}

/** Reads up to the first event after which it's known whether the turn began with a background job. */
async function readOpening(events: AsyncGenerator<LoggedEvent, void>): Promise<LoggedEvent[]> {
  const opening: LoggedEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) return opening;
    opening.push(value);
    if (!mayStartJob(value)) return opening;
  }
}

function mayStartJob({ event }: LoggedEvent): boolean {
  if (event.kind !== 'tool-call' || typeof event.input !== 'object' || event.input === null) return false;
  return 'background' in event.input && event.input.background === true;
}

async function* chain(
  opening: LoggedEvent[],
  rest: AsyncGenerator<LoggedEvent, void>,
): AsyncGenerator<LoggedEvent, void> {
  yield* opening;
  yield* rest;
}
