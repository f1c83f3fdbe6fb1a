import { CallTimeoutError, type TimeoutKind } from '../errors/call-timeout-error.ts';
import { checkNumber, longestTimer } from '../errors/check-number.ts';
import { connected } from '../errors/connection-error.ts';
import type { Timeouts } from './limits.ts';
import type { CheckedResponse, Transport, TransportRequest } from './transport.ts';

/**
 * A transport with timeouts. One that runs out ends the call with a CallTimeoutError that names it; none leaves a timer
 * or listener behind. Around a single call it sets the timeouts of that call.
 */
export function withTimeouts(
  transport: Transport,
  given: Timeouts | ((request: TransportRequest) => Timeouts),
): Transport {
  return async (request) => {
    const limits = typeof given === 'function' ? given(request) : given;
    if (Object.values(limits).every((each) => each === undefined)) return transport(request);
    const deadlines = new Deadlines(request);
    deadlines.start('total', limits.total);
    deadlines.start('attempt', limits.attempt);
    try {
      const response = await transport({ ...request, signal: deadlines.signal });
      return isStream(request)
        ? timedStream(response, deadlines, limits)
        : await timedBody(request, response, deadlines);
    } catch (error) {
      deadlines.stop();
      throw error;
    }
  };
}

function isStream({ answer }: TransportRequest): boolean {
  return answer === 'text' || answer === 'ndjson';
}

/** An answer in one piece is read here, so that the deadlines cover it. */
async function timedBody(
  request: TransportRequest,
  response: CheckedResponse,
  deadlines: Deadlines,
): Promise<CheckedResponse> {
  const body = response.body && (await connected(request, response.arrayBuffer()));
  deadlines.stop();
  return body ? withBody(response, body) : response;
}

function timedStream(response: CheckedResponse, deadlines: Deadlines, { idle, total }: Timeouts): Response {
  deadlines.clear('attempt');
  if (!response.body || (idle === undefined && total === undefined)) return response;
  return withBody(response, timedReads(response.body.getReader(), deadlines, idle));
}

function timedReads(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  deadlines: Deadlines,
  idle: number | undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        deadlines.start('idle', idle);
        const { done, value } = await deadlines.stopOnError(reader.read());
        deadlines.clear('idle');
        if (!done) return controller.enqueue(value);
        deadlines.stop();
        controller.close();
      },
      async cancel(reason) {
        deadlines.stop();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function withBody(
  { status, statusText, headers, data, raw, lines }: CheckedResponse,
  body: ArrayBuffer | ReadableStream<Uint8Array>,
): CheckedResponse {
  const copy = new Response(body, { status, statusText, headers });
  // What a transport inside has held to a schema stays so.
  return Object.assign(copy, data !== undefined && { data, raw }, lines && { lines });
}

/** The deadlines of one call. They and the caller's signal abort the same request. */
class Deadlines {
  readonly signal: AbortSignal;
  readonly #operation: string;
  readonly #controller = new AbortController();
  readonly #timers = new Map<TimeoutKind, ReturnType<typeof setTimeout>>();

  constructor({ operation, signal }: TransportRequest) {
    this.#operation = operation;
    // Nothing has to be taken off the caller's signal afterwards, however long that one lives.
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
  }

  start(kind: TimeoutKind, milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    const operation = this.#operation;
    if (checkNumber(milliseconds, { operation, option: `timeouts.${kind}` }) > longestTimer) return;
    const ring = () => this.#controller.abort(new CallTimeoutError({ operation, kind, milliseconds }));
    this.#timers.set(kind, setTimeout(ring, milliseconds));
  }

  clear(kind: TimeoutKind): void {
    clearTimeout(this.#timers.get(kind));
    this.#timers.delete(kind);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async stopOnError<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      this.stop();
      throw error;
    }
  }
}
