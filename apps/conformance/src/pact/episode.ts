import type { Exchange } from '../exchanges/exchange.ts';
import type { Arranged, Doubt } from './states/state.ts';

/** What breaks the contract beside what Pact can express. */
export interface Problem {
  readonly expected: string;
  readonly observed: string;
}

/** One interaction as the gateway saw it: its states, then its one request. */
export interface Episode {
  readonly states: string[];
  arranged: Arranged;
  notVerified?: Doubt;
  problem?: Problem;
  /** Why a wrong answer would be no finding. */
  doubt?: Doubt | undefined;
  exchange?: Exchange;
}
