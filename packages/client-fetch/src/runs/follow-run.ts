import type { Checked, ClientCallOptions } from '../clients/call-options.ts';
import { checkEach, longestTimer } from '../errors/check-number.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { StreamConsumedError } from '../streams/stream-consumed-error.ts';
import { callNdjson } from '../transport/call-stream.ts';
import { search } from '../transport/search.ts';
import { pause } from './pause.ts';
import { EventRun, type Run } from './run.ts';

/** How a run is followed. */
export interface FollowOptions extends ClientCallOptions {
  /**
   * The number of the last event that is known, such as `last.seq` where `run.events` was read; 0 for none. Left out, the
   * run's own stream is read first.
   */
  after?: number;
  /** How often a broken connection is made again in a row: 5 times unless given. */
  reconnects?: number;
  /** Milliseconds before each, or what gives them for each (from 1): 500, doubling, unless given. */
  delay?: number | ((reconnect: number) => number);
  /** The number of an event: its field `seq` unless given. */
  numberOf?: (event: unknown) => number | undefined;
}

/**
 * The events of a run, over connections that break. An extension: the interface shows no way to follow a run; the reference
 * deployment offers `GET {agents_url}/ndjson/{agent_id}/{run_id}?after=`, and numbers its events. Another deployment answers
 * with a status outside 2XX.
 * @throws {ConnectionError} when the connection has broken more often than it may in a row.
 */
export function followRun<T>(
  run: Run<unknown, unknown>,
  options: FollowOptions & Checked<T>,
): AsyncGenerator<T, undefined>;
export function followRun<Event>(
  run: Run<Event, unknown>,
  options?: FollowOptions,
): AsyncGenerator<Event, undefined>;
export async function* followRun(
  run: Run<unknown, unknown>,
  options: FollowOptions = {},
): AsyncGenerator<unknown, undefined> {
  const { after, reconnects = 5, delay = doubling, numberOf = seqOf, ...callOptions } = options;
  const pauseBefore = checkEach(delay, { operation: 'followRun', option: 'delay', most: longestTimer });
  let last = after ?? 0;
  let source = after === undefined && run instanceof EventRun ? run.events : undefined;
  for (let broken = 0; ; ) {
    try {
      for await (const event of source ?? (await openAfter(run, last, callOptions))) {
        last = numberOf(event) ?? last;
        broken = 0;
        yield event;
      }
      return;
    } catch (error) {
      if (!(error instanceof ConnectionError) || broken >= reconnects) throw advised(error);
      source = undefined;
      broken += 1;
      await pause(pauseBefore(broken), callOptions.signal);
    }
  }
}

/** Who has read the run's own events knows how far. */
function advised(error: unknown): unknown {
  if (!(error instanceof StreamConsumedError)) return error;
  return new StreamConsumedError(error.operation, 'go on after its last event with { after: last.seq }');
}

async function openAfter({ place }: Run<unknown, unknown>, after: number, options: ClientCallOptions) {
  const parameters = { agent_id: place.agentId, run_id: place.runId };
  const route = '/ndjson/{agent_id}/{run_id}';
  const call = {
    operation: 'followRun',
    api: 'workers',
    route,
    parameters,
    query: { after },
    search,
  } as const;
  const { lines } = await callNdjson(place.transport, call, options);
  return lines;
}

function seqOf(event: unknown): number | undefined {
  const { seq }: { seq?: unknown } = Object(event);
  return typeof seq === 'number' ? seq : undefined;
}

function doubling(reconnect: number): number {
  return 500 * 2 ** (reconnect - 1);
}
