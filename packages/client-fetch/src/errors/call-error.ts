export interface CallErrorDetails {
  operation: string;
  cause?: unknown;
}

/** A call that didn't give what its operation documents. The parent of every error that a call throws by itself. */
export class CallError<Details extends CallErrorDetails = CallErrorDetails> extends Error {
  override name = 'CallError';
  /** Id of the operation in the contract. */
  declare readonly operation: string;

  /** The details become fields, which subclasses declare. */
  constructor(problem: string, details: Details) {
    super(`${details.operation} ${problem}.`);
    Object.assign(this, details);
  }
}
