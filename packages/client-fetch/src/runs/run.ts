import type { Message } from '@agent-workers/types';
import type {
  Checked,
  ClientCallOptions,
  ClientNdjsonOptions,
  ClientWriteOptions,
} from '../clients/call-options.ts';
import { isError } from '../errors/is-error.ts';
import { continueRun, continueRunNdjson, getRunMessages } from '../gen/runs.ts';
import type { NdjsonLines } from '../streams/decode-ndjson.ts';
import type { TextPieces } from '../streams/decode-text.ts';
import type { NdjsonAnswer, TextAnswer } from '../transport/call-stream.ts';
import { JobRunningError } from './job-running-error.ts';
import { type RunIdleOptions, type RunPlace, waitUntilIdle } from './wait-until-idle.ts';

/** How a message is sent. */
export interface RunOptions extends ClientWriteOptions {}

/** How events are asked for. Without a schema or a profile, an event is `unknown`, because its shape is not shown. */
export interface EventOptions extends ClientNdjsonOptions {}

/**
 * A conversation with a worker. Its history is kept by the deployment, so the id alone resumes it anywhere. `Event` and
 * `Messages` are what its events and its messages are by the client's profile.
 */
export class Run<Event = unknown, Messages = Message[]> {
  readonly id: string;
  readonly agentId: string;
  /** Where it is, and what sends to it. */
  readonly place: RunPlace;
  #job: string | null | undefined;

  constructor(place: RunPlace, job?: string | null) {
    this.place = place;
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
  async send(message: string, options?: RunOptions): Promise<TextRun<Event, Messages>> {
    const { transport } = this.place;
    const answer = await this.#adding(() =>
      continueRun(transport, this.agentId, this.id, { message }, options),
    );
    return new TextRun(this.place, answer);
  }

  /** Adds a message, and streams the answer as events, each checked by `schema` and of its type. */
  sendForEvents<T>(message: string, options: EventOptions & Checked<T>): Promise<EventRun<T, Messages>>;
  /** Adds a message, and streams the answer as events. @throws {JobRunningError} while a background job runs. */
  sendForEvents(message: string, options?: EventOptions): Promise<EventRun<Event, Messages>>;
  async sendForEvents(message: string, options?: EventOptions): Promise<EventRun<Event, Messages>> {
    const { transport } = this.place;
    const answer = await this.#adding(() =>
      continueRunNdjson(transport, this.agentId, this.id, { message }, options),
    );
    // The call has checked its lines by the schema or the profile, where there is one.
    return new EventRun(this.place, answer as NdjsonAnswer<Event>);
  }

  /** The messages so far, in conversation order, checked by `schema` and of its type. */
  messages<T>(options: ClientCallOptions & Checked<T>): Promise<T>;
  /** The messages so far, in conversation order. */
  messages(options?: ClientCallOptions): Promise<Messages>;
  async messages(options?: ClientCallOptions): Promise<Messages> {
    const { transport, agentId, runId } = this.place;
    const { data, response } = await getRunMessages(transport, agentId, runId, options).withResponse();
    this.#job = response.headers.get('x-service-job-id');
    // The call has checked them by the schema or the profile, where there is one.
    return data as Messages;
  }

  /** Waits until no background job runs, and gives the messages, checked by `schema` and of its type. */
  idle<T>(options: RunIdleOptions & Checked<T>): Promise<T>;
  /**
   * Waits until no background job runs, and gives the messages.
   * @throws {JobTimeoutError} when the timeout is over.
   */
  idle(options?: RunIdleOptions): Promise<Messages>;
  async idle(options?: RunIdleOptions): Promise<Messages> {
    return (await this.#untilIdle(options)) as Messages;
  }

  async #untilIdle(options?: RunIdleOptions): Promise<Message[]> {
    const { data } = await waitUntilIdle(this.place, options);
    this.#job = null;
    return data;
  }

  async #adding<Answer>(add: () => Promise<Answer>): Promise<Answer> {
    try {
      return await add();
    } catch (error) {
      if (!isError(error, continueRun, 409) && !isError(error, continueRunNdjson, 409)) throw error;
      const { operation, status, headers, body, address } = error;
      const source = operation === 'continueRun' ? continueRun : continueRunNdjson;
      const details = { operation, source, status, headers, body, address, runId: this.id };
      throw new JobRunningError(details, (options) => this.#untilIdle(options));
    }
  }
}

/** A run that is answering with text. */
export class TextRun<Event = unknown, Messages = Message[]> extends Run<Event, Messages> {
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
export class EventRun<T, Messages = Message[]> extends Run<T, Messages> {
  /** The events as they come. Leaving the loop cancels the answer. */
  readonly events: NdjsonLines<T>;
  readonly headers: Headers;
  readonly #cancel: () => Promise<void>;

  constructor(place: RunPlace, { lines, jobId, headers, cancel }: NdjsonAnswer<T>) {
    super(place, jobId);
    this.events = lines;
    this.headers = headers;
    this.#cancel = cancel;
  }

  /** Drops the answer; the run itself stays. */
  cancel(): Promise<void> {
    return this.#cancel();
  }
}
