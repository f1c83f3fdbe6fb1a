import type { Exchange } from '../exchanges/exchange.ts';
import type { Arranged } from './states/state.ts';

/** Why an interaction could not be verified. */
export interface NotVerified {
  /** Whether the target, or this program, was in trouble; else the target has no way to the state. */
  readonly isTrouble: boolean;
  readonly why: string;
}

/** What breaks the contract beside what Pact can express. */
export interface Problem {
  readonly expected: string;
  readonly observed: string;
}

/** One interaction as the gateway saw it: its states, then its one request. */
export interface Episode {
  readonly states: string[];
  arranged: Arranged;
  notVerified?: NotVerified;
  problem?: Problem;
  /** Whether its state had passed when the answer came. */
  passed?: boolean;
  exchange?: Exchange;
}
