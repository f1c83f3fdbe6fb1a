import type { Message } from '@agent-workers/types';
import { ApiError, type ApiErrorDetails } from '../errors/api-error.ts';
import type { IdleOptions } from './wait-until-idle.ts';

/** The message was not added, because a background job of the run is running. */
export class JobRunningError extends ApiError<409> {
  override name = 'JobRunningError';
  declare readonly runId: string;
  readonly #idle: (options?: IdleOptions) => Promise<Message[]>;

  constructor(
    details: ApiErrorDetails<409> & { runId: string },
    idle: (options?: IdleOptions) => Promise<Message[]>,
  ) {
    super('found a background job running, so the message was not added; wait with idle()', details);
    this.#idle = idle;
  }

  /** Waits until the job has finished, and gives the messages of the run; then send the message again. */
  idle(options?: IdleOptions): Promise<Message[]> {
    return this.#idle(options);
  }
}
