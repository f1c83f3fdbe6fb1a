import type { Exchange } from '../exchanges/exchange.ts';

/**
 * Notices when nothing answers any more: so many requests one after the other without a response.
 *
 * @param atMost how many may go without before the target counts as lost
 */
export function watchConnection(atMost: number, onLost: () => void): (exchange: Exchange) => void {
  let transportErrors = 0;
  return ({ response }) => {
    transportErrors = response === undefined ? transportErrors + 1 : 0;
    if (transportErrors > atMost) onLost();
  };
}
