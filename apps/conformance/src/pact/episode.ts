import type { Exchange } from '../exchanges/exchange.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Arranged, Doubt } from './states/state.ts';

/** One interaction as the gateway saw it: its states, then its one request. */
export interface Episode {
  readonly states: string[];
  arranged: Arranged;
  notVerified?: Doubt;
  /** What breaks the contract beside what Pact can express. */
  problem?: Departure;
  /** Why a wrong answer would be no finding. */
  doubt?: Doubt | undefined;
  exchange?: Exchange;
}
