import type { Case } from '../../cases/case.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { Expectation } from './expectation.ts';
import type { Observation } from './observation.ts';

/** What a rule demands, and what was seen instead. */
export interface Departure {
  readonly expected: Expectation;
  readonly observed: Observation;
}

/** One departure from a rule, with the exchanges that show it, as a check tells it. */
export interface Found extends Departure {
  /** The case of the exchange that shows it. */
  readonly case: Case;
  readonly operation: string;
  readonly exchanges: readonly number[];
}

/** What a check found, and which check it is. */
export interface Finding extends Found {
  readonly check: string;
}

/** A departure that these exchanges show, the last of which shows the trouble. */
export function finding(
  exchanges: readonly [Exchange, ...Exchange[]],
  { expected, observed }: Departure,
): Found {
  const last = exchanges.at(-1) ?? exchanges[0];
  return {
    case: last.origin.case,
    operation: last.operation,
    exchanges: exchanges.map(({ id }) => id),
    expected,
    observed,
  };
}
