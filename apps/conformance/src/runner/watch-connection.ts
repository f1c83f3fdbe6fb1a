import type { Exchange } from '../exchanges/exchange.ts';

interface Consequences {
  /** Sends nothing for so many ms: a target may be about to get up again. */
  readonly rest: (milliseconds: number) => void;
  readonly onLost: () => void;
}

/** So many internal and gateway errors in a row, about so many operations, and nothing else in between. */
const failing = { answers: 100, operations: 10 } as const;

/** How long a target that fails at everything is left alone, each time once more has shown that it does, in ms. */
const rests = [500, 2_000, 8_000] as const;

/**
 * Notices when nothing answers any more, or nothing but errors of the server's own, one request after the other: to go on
 * would tell nothing, and would be a burden on the target.
 *
 * @param atMost how many may go without an answer before the target counts as lost
 */
export function watchConnection(
  atMost: number,
  { rest, onLost }: Consequences,
): (exchange: Exchange) => void {
  let transportErrors = 0;
  let errors = 0;
  let doubtAt: number = failing.answers;
  let rested = 0;
  const operations = new Set<string>();
  const begin = (): void => {
    errors = 0;
    doubtAt = failing.answers;
    rested = 0;
    operations.clear();
  };
  const doubt = (): void => {
    const milliseconds = rests[rested];
    rested += 1;
    doubtAt = errors + atMost;
    if (milliseconds === undefined) onLost();
    else rest(milliseconds);
  };
  return ({ operation, response, intent }) => {
    transportErrors = response === undefined ? transportErrors + 1 : 0;
    if (transportErrors > atMost) onLost();
    if (response !== undefined && response.status < 500) begin();
    // What was arranged says nothing of the target.
    else if (intent?.state === undefined) {
      errors += 1;
      operations.add(operation);
      if (errors >= doubtAt && operations.size >= failing.operations) doubt();
    }
  };
}
