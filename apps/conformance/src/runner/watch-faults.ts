import type { Exchange } from '../exchanges/exchange.ts';

/**
 * Notices when nobody answers any more: so many requests one after the other without a response.
 *
 * @param atMost how many may go without before the target counts as lost
 */
export function watchFaults(atMost: number, onLost: () => void): (exchange: Exchange) => void {
  let faults = 0;
  return ({ response }) => {
    faults = response === undefined ? faults + 1 : 0;
    if (faults > atMost) onLost();
  };
}
