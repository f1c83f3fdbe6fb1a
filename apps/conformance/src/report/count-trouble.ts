import type { Exchange, TroubleKind } from '../exchanges/exchange.ts';

/** What went wrong on the way to the target and back, apart from what the tool brought about by what it sent. */
export interface Trouble {
  /** Statuses of gateways and of overload, by their number. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests without an answer, by what went wrong. */
  readonly noAnswer: ReadonlyMap<TroubleKind, number>;
  /** Pauses that the target asked for by 429, and how long they were together, in ms. */
  readonly pauses: { readonly count: number; readonly milliseconds: number };
  /** Pauses since the target, once there, took no connection, and how long they were together, in ms. */
  readonly away: { readonly count: number; readonly milliseconds: number };
  /** Reads that were sent again since their connection was closed before an answer. */
  readonly resent: number;
  /** Answers whose headers took longer than `slowMs`, and the longest. */
  readonly slow: { readonly count: number; readonly longestMs: number; readonly operation: string };
}

export interface TroubleCount {
  readonly trouble: () => Trouble;
  readonly count: (exchange: Exchange) => void;
  readonly paused: (milliseconds: number) => void;
  readonly away: (milliseconds: number) => void;
  readonly resent: () => void;
}

/** From here on an answer is called slow, in ms. */
const slowMs = 5_000;
const ofTheWay: readonly number[] = [408, 425, 429, 502, 503, 504];

/** Counts trouble while the exchanges come. */
export function countTrouble(): TroubleCount {
  const statuses = new Map<number, number>();
  const noAnswer = new Map<TroubleKind, number>();
  let pauses = { count: 0, milliseconds: 0 };
  let away = pauses;
  let slow = { count: 0, longestMs: 0, operation: '' };
  let resent = 0;
  return {
    trouble: () => ({ statuses, noAnswer, pauses, away, slow, resent }),
    count: (exchange) => {
      const { response, transportError, operation, sentAt } = exchange;
      if (transportError !== undefined && transportError.kind !== 'hung-up')
        add(noAnswer, transportError.kind);
      if (response === undefined) return;
      if (isTrouble(exchange)) add(statuses, response.status);
      const took = response.headersAt - sentAt;
      if (took < slowMs) return;
      const isLongest = took > slow.longestMs;
      slow = {
        count: slow.count + 1,
        longestMs: isLongest ? took : slow.longestMs,
        operation: isLongest ? operation : slow.operation,
      };
    },
    paused: (milliseconds) => {
      pauses = oneMore(pauses, milliseconds);
    },
    away: (milliseconds) => {
      away = oneMore(away, milliseconds);
    },
    resent: () => {
      resent += 1;
    },
  };
}

/** An internal error on a plain request of ours is trouble; on what is wrong or odd, we brought it about. */
function isTrouble({ response, intent, identity }: Exchange): boolean {
  const status = response?.status ?? 0;
  const isPlain = identity === 'own' && (intent === undefined || intent.kind === 'valid');
  return ofTheWay.includes(status) || (status >= 500 && isPlain && intent?.mutation === undefined);
}

function oneMore({ count, milliseconds }: Trouble['pauses'], more: number): Trouble['pauses'] {
  return { count: count + 1, milliseconds: milliseconds + more };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
