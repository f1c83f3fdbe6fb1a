import type { LoggedEvent } from '../domain/run-event.ts';
import type { FollowedTurn } from '../turns/turns.ts';
import type { Encoder } from './encoder.ts';
import { toBody } from './to-body.ts';

/**
 * The response that follows a turn. Its headers wait for the first thing that happens, so that a background job
 * requested at once is named in them. A client that goes away ends the following, not the turn.
 */
export async function streamTurn(turn: FollowedTurn, encoder: Encoder): Promise<Response> {
  const events = turn.log.follow();
  const opening = await readOpening(events);
  const headers = new Headers({
    'content-type': encoder.contentType,
    'cache-control': 'no-store',
    'x-service-run-id': turn.runId,
  });
  const job = opening.find(({ event }) => event.kind === 'job-started')?.event;
  if (job?.kind === 'job-started') headers.set('x-service-job-id', job.jobId);
  return new Response(toBody(chain(opening, events), encoder), { headers });
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
