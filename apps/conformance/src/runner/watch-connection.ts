import type { Exchange } from '../exchanges/exchange.ts';

/** So many internal and gateway errors in a row, about so many operations, and nothing else in between. */
const failing = { answers: 100, operations: 10 } as const;

/**
 * Notices when nothing answers any more, or nothing but errors of the server's own: so many requests one after the other.
 * To go on would tell nothing, and would be a burden on a target that is about to get up again.
 *
 * @param atMost how many may go without an answer before the target counts as lost
 */
export function watchConnection(atMost: number, onLost: () => void): (exchange: Exchange) => void {
  let transportErrors = 0;
  let errors = 0;
  const operations = new Set<string>();
  return ({ operation, response, intent }) => {
    transportErrors = response === undefined ? transportErrors + 1 : 0;
    const isError = response === undefined || response.status >= 500;
    if (!isError) {
      errors = 0;
      operations.clear();
    } else if (intent?.state === undefined) {
      // What was arranged is not counted: it says nothing of the target.
      errors += 1;
      operations.add(operation);
    }
    const isFailing = errors >= failing.answers && operations.size >= failing.operations;
    if (transportErrors > atMost || isFailing) onLost();
  };
}
