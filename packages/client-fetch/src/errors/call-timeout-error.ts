import { CallError } from './call-error.ts';

/** The three timeouts of a call. */
export type TimeoutKind = 'attempt' | 'idle' | 'total';

const waited = {
  attempt: 'got no answer to an attempt within',
  idle: 'got nothing more of its stream within',
  total: 'was not finished within',
};

/** One of the timeouts of a call ran out. */
export class CallTimeoutError extends CallError {
  override name = 'CallTimeoutError';
  declare readonly kind: TimeoutKind;
  declare readonly milliseconds: number;

  constructor(details: { operation: string; kind: TimeoutKind; milliseconds: number }) {
    super(`${waited[details.kind]} ${details.milliseconds} ms`, details);
  }
}
