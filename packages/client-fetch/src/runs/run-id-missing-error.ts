import { CallError } from '../errors/call-error.ts';

/** A run was started, but the answer has no X-Service-Run-ID, which the interface documents. */
export class RunIdMissingError extends CallError {
  override name = 'RunIdMissingError';

  constructor(operation: string) {
    super('was answered without the header X-Service-Run-ID; a proxy or CORS rule may hide it', {
      operation,
    });
  }
}
