import type { Message } from '@agent-workers/types';
import { isError } from '../errors/is-error.ts';
import { continueRun, continueRunNdjson, getRunMessages } from '../gen/runs.ts';
import type { TextPieces } from '../streams/decode-text.ts';
import type { NdjsonAnswer, NdjsonCallOptions, TextAnswer } from '../transport/call-stream.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';
import { type Timeouts, withTimeouts } from '../transport/with-timeouts.ts';
import type { Schema } from './event-schema.ts';
import { checkEvents, type Events } from './events.ts';
import { JobRunningError } from './job-running-error.ts';
import { type IdleOptions, type RunPlace, waitUntilIdle } from './wait-until-idle.ts';

/** How a message is sent. */
export interface RunOptions extends CallOptions {
  /** Clocks of this message's answer, within those of the client. */
  timeouts?: Timeouts;
}

/** How events are asked for. */
export interface EventOptions<T> extends RunOptions, NdjsonCallOptions {
  /** Each event is checked with it; without one, an event is `unknown`, because its shape is not shown. */
  schema?: Schema<T>;
}

/** A transport with the clocks of one message. */
export function clocked(transport: Transport, timeouts: Timeouts | undefined): Transport {
  return timeouts ? withTimeouts(transport, timeouts) : transport;
}

/** A conversation with a worker. Its history is kept by the deployment, so the id alone resumes it anywhere. */
export class Run {
  readonly id: string;
  readonly agentId: string;
  readonly #place: RunPlace;
  #job: string | null | undefined;

  constructor(place: RunPlace, job?: string | null) {
    this.#place = place;
    this.#job = job;
    this.id = place.runId;
    this.agentId = place.agentId;
  }

  /**
   * Id of the background job by the last answer: null for none, undefined before any answer. Only `messages()` and
   * `idle()` tell for certain, because the interface names the header for no other operation.
   */
  get job(): string | null | undefined {
    return this.#job;
  }

  /** Adds a message, and streams the answer as text. @throws {JobRunningError} while a background job runs. */
  async send(message: string, { timeouts, ...options }: RunOptions = {}): Promise<TextRun> {
    const transport = clocked(this.#place.transport, timeouts);
    const answer = await this.#adding(() =>
      continueRun(transport, this.agentId, this.id, { message }, options),
    );
    return new TextRun(this.#place, answer);
  }

  /** Adds a message, and streams the answer as events. @throws {JobRunningError} while a background job runs. */
  async sendForEvents<T = unknown>(message: string, options: EventOptions<T> = {}): Promise<EventRun<T>> {
    const { schema, timeouts, ...callOptions } = options;
    const transport = clocked(this.#place.transport, timeouts);
    const answer = await this.#adding(() =>
      continueRunNdjson(transport, this.agentId, this.id, { message }, callOptions),
    );
    return new EventRun<T>(this.#place, answer, schema);
  }

  /** The messages so far, in conversation order. */
  async messages(options?: CallOptions): Promise<Message[]> {
    const { transport, agentId, runId } = this.#place;
    const { data, response } = await getRunMessages(transport, agentId, runId, options).withResponse();
    this.#job = response.headers.get('x-service-job-id');
    return data;
  }

  /**
   * Waits until no background job runs, and gives the messages.
   * @throws {JobTimeoutError} when the timeout is over.
   */
  async idle(options?: IdleOptions): Promise<Message[]> {
    const { data } = await waitUntilIdle(this.#place, options);
    this.#job = null;
    return data;
  }

  async #adding<Answer>(add: () => Promise<Answer>): Promise<Answer> {
    try {
      return await add();
    } catch (error) {
      if (!isError(error, continueRun, 409) && !isError(error, continueRunNdjson, 409)) throw error;
      const { operation, status, headers, body } = error;
      const source = operation === 'continueRun' ? continueRun : continueRunNdjson;
      const details = { operation, source, status, headers, body, runId: this.id };
      throw new JobRunningError(details, (options) => this.idle(options));
    }
  }
}

/** A run that is answering with text. */
export class TextRun extends Run {
  /** The answer in pieces as they come, with only the worker's user-facing output. Leaving the loop cancels it. */
  readonly text: TextPieces;
  readonly headers: Headers;
  readonly #cancel: () => Promise<void>;

  constructor(place: RunPlace, { text, jobId, headers, cancel }: TextAnswer) {
    super(place, jobId);
    this.text = text;
    this.headers = headers;
    this.#cancel = cancel;
  }

  /** Drops the answer; the run itself stays. */
  cancel(): Promise<void> {
    return this.#cancel();
  }
}

/** A run that is answering with events. */
export class EventRun<T> extends Run {
  /** The events as they come. Leaving the loop cancels the answer. */
  readonly events: Events<T>;
  readonly headers: Headers;
  readonly #cancel: () => Promise<void>;

  constructor(place: RunPlace, { lines, jobId, headers, cancel }: NdjsonAnswer, schema?: Schema<T>) {
    super(place, jobId);
    // Without a schema T is unknown, as a line is.
    this.events = schema ? checkEvents(lines, schema) : (lines as Events<T>);
    this.headers = headers;
    this.#cancel = cancel;
  }

  /** Drops the answer; the run itself stays. */
  cancel(): Promise<void> {
    return this.#cancel();
  }
}
