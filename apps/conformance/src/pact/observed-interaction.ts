import type { Exchange } from '../exchanges/exchange.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Expected } from './contract.ts';
import type { Arranged, Doubt } from './states/state.ts';

/** One interaction as the gateway saw it: its states, then its one request. */
export interface ObservedInteraction {
  readonly expected: Expected;
  readonly states: string[];
  arranged: Arranged;
  /** What of its states and its request rests on guessed names. */
  readonly guesses: string[];
  /** When a state last wrote something, by this process's clock. */
  wroteAt?: number;
  notVerified?: Doubt;
  /** What breaks the contract beside what Pact can express. */
  problem?: Departure;
  /** Why a wrong answer would be no finding. */
  doubt?: Doubt | undefined;
  /** Why another status than the one that is expected would be no finding. */
  statusDoubt?: string | undefined;
  /** Why another body than the one that is expected would be no finding. */
  bodyDoubt?: string | undefined;
  /** What the answer says of an error, where it came instead of what is expected. */
  errorBody?: string | undefined;
  exchange?: Exchange;
}
