import type { Exchange } from '../exchanges/exchange.ts';

/** By operation: how often each status was answered; status 0 stands for no answer. */
export type Answers = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** By operation: the times from sending to the headers of each answer, in ms. */
export type FirstBytes = ReadonlyMap<string, readonly number[]>;

/** By operation: the time of all its exchanges together, in ms. */
export type TimesSpent = ReadonlyMap<string, number>;

export interface AnswerCount {
  readonly answers: Answers;
  readonly firstBytes: FirstBytes;
  readonly spent: TimesSpent;
  readonly count: (exchange: Exchange) => void;
}

/** Of so many of the latest answers of an operation the times are kept. */
const mostTimes = 10_000;

/** Counts answers while they come, so that no run has to be kept in memory for it. */
export function countAnswers(): AnswerCount {
  const answers = new Map<string, Map<number, number>>();
  const firstBytes = new Map<string, number[]>();
  const spent = new Map<string, number>();
  const latest = new Map<string, number>();
  return {
    answers,
    firstBytes,
    spent,
    count: ({ operation, response, transportError, sentAt }) => {
      const counts = answers.get(operation) ?? new Map<number, number>();
      const status = response?.status ?? 0;
      answers.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
      const endedAt = response?.endedAt ?? transportError?.at ?? sentAt;
      spent.set(operation, (spent.get(operation) ?? 0) + endedAt - sentAt);
      if (response === undefined) return;
      const times = firstBytes.get(operation) ?? [];
      firstBytes.set(operation, times);
      times[(latest.get(operation) ?? 0) % mostTimes] = response.headersAt - sentAt;
      latest.set(operation, (latest.get(operation) ?? 0) + 1);
    },
  };
}

/** The median of some times, in ms; of an even number the upper one. */
export function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}
