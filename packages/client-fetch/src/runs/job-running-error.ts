import type { Message } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { ApiError, type ApiErrorDetails } from '../errors/api-error.ts';
import type { RunIdleOptions } from './wait-until-idle.ts';

/** The message was not added, because a background job of the run is running. */
export class JobRunningError extends ApiError<409> {
  override name = 'JobRunningError';
  declare readonly runId: string;
  readonly #idle: (options?: RunIdleOptions) => Promise<Message[]>;

  constructor(
    details: ApiErrorDetails<409> & { runId: string },
    idle: (options?: RunIdleOptions) => Promise<Message[]>,
  ) {
    super('found a background job running, so the message was not added; wait with idle()', details);
    this.#idle = idle;
  }

  /** The same, the messages checked by `schema` and of its type. */
  idle<T>(options: RunIdleOptions & Checked<T>): Promise<T>;
  /**
   * Waits until the job has finished, and gives the messages of the run; then send the message again. What is caught knows
   * of no profile, so they have the interface's type.
   */
  idle(options?: RunIdleOptions): Promise<Message[]>;
  idle(options?: RunIdleOptions): Promise<Message[]> {
    return this.#idle(options);
  }
}
