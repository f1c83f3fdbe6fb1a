import type { Exchange } from '../exchanges/exchange.ts';

/** By operation: how often each status was answered; status 0 stands for no answer. */
export type Answers = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface AnswerCount {
  readonly answers: Answers;
  readonly count: (exchange: Exchange) => void;
}

/** Counts answers while they come, so that no run has to be kept in memory for it. */
export function countAnswers(): AnswerCount {
  const answers = new Map<string, Map<number, number>>();
  return {
    answers,
    count: ({ operation, response }) => {
      const counts = answers.get(operation) ?? new Map<number, number>();
      const status = response?.status ?? 0;
      answers.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
    },
  };
}
