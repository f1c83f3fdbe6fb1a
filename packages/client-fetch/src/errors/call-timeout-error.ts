import { CallError } from './call-error.ts';

/** The three clocks of a call. */
export type Clock = 'attempt' | 'idle' | 'total';

const waited = {
  attempt: 'got no answer to an attempt within',
  idle: 'got nothing more of its stream within',
  total: 'was not finished within',
};

/** One of the clocks of a call ran out. */
export class CallTimeoutError extends CallError {
  override name = 'CallTimeoutError';
  declare readonly clock: Clock;
  declare readonly milliseconds: number;

  constructor(details: { operation: string; clock: Clock; milliseconds: number }) {
    super(`${waited[details.clock]} ${details.milliseconds} ms`, details);
  }
}
