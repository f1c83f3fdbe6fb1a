import type { Exchange } from '../exchanges/exchange.ts';

export interface ConnectionWatch {
  readonly saw: (exchange: Exchange) => void;
  /** Sets what is to be done when nothing is answered as it should be for so long; by default nothing is. */
  readonly whenUnwell: (ask: () => Promise<void>) => void;
}

/**
 * Notices when so many requests one after the other have no response, and when so many have none or an error of the
 * server: what stands before a deployment answers all requests so, a broken operation its own.
 *
 * @param atMost how many may be so in a row
 * @param onLost called when the target counts as lost
 */
export function watchConnection(atMost: number, onLost: () => void): ConnectionWatch {
  let unanswered = 0;
  let unwell = 0;
  let ask = async (): Promise<void> => {};
  let isAsking = false;
  return {
    saw: ({ response }) => {
      unanswered = response === undefined ? unanswered + 1 : 0;
      unwell = response === undefined || response.status >= 500 ? unwell + 1 : 0;
      if (unanswered > atMost) return onLost();
      if (unwell <= atMost || isAsking) return;
      unwell = 0;
      isAsking = true;
      const isOver = (): void => {
        isAsking = false;
      };
      // What fails here is asked again between two parts of the run.
      ask().then(isOver, isOver);
    },
    whenUnwell: (given) => {
      ask = given;
    },
  };
}
