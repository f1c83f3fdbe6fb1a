import { CallError } from '../errors/call-error.ts';

/** What can be read once was read again, or after it was cancelled. */
export class StreamConsumedError extends CallError {
  override name = 'StreamConsumedError';

  constructor(
    operation: string,
    instead = 'keep what came with toArray(), or read it twice with readable().tee()',
  ) {
    super(`was read or cancelled before, and can be read once; ${instead}`, { operation });
  }
}
