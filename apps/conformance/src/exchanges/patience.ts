import type { Deployment } from '../deployment/deployment.ts';
import type { Operation } from '../spec/spec.ts';
import type { Exchange } from './exchange.ts';
import { timeToConsistency } from './pause-for.ts';

/** Whether reads of a target were seen to be behind its writes. */
export interface Lag {
  isSeen: boolean;
}

/** What a sequence waits for on a target whose reads lag. */
export interface Patience {
  readonly saw: (exchange: Exchange) => void;
  /**
   * Two answers to one read, of which only the second shows what was written: the first was behind, where it was asked for
   * when that was over, and where the second says anything else.
   */
  readonly sawBehind: (first: Exchange, second: Exchange) => void;
  /** Before a read: until all that the sequence wrote has to show, since a read before that says little. */
  readonly untilShown: () => Promise<void>;
}

interface PatienceOptions {
  readonly lag: Lag;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly deployment: Pick<Deployment, 'consistencyWindowMs'>;
  readonly now: () => number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Where nothing was seen to lag, as on most targets, nobody waits. */
export function createPatience(options: PatienceOptions): Patience {
  const { lag, operations, deployment, now, pause, signal } = options;
  let wroteAt = Number.NEGATIVE_INFINITY;
  return {
    saw: ({ operation }) => {
      if (operations.get(operation)?.effect !== 'read') wroteAt = now();
    },
    sawBehind: (first, second) => {
      const isOther = first.response?.body.text !== second.response?.body.text;
      if (first.sentAt >= wroteAt && isOther) lag.isSeen = true;
    },
    untilShown: async () => {
      const left = wroteAt + timeToConsistency(deployment.consistencyWindowMs) - now();
      if (lag.isSeen && left > 0) await pause(left, signal);
    },
  };
}
