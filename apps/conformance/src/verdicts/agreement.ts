import type { Exchange } from '../exchanges/exchange.ts';

/** What was seen in answers, by operation: of those that are right each time, and of those that never are. */
export interface Agreement<Subject> {
  readonly always: readonly (readonly Subject[])[];
  readonly never: readonly (readonly Subject[])[];
}

export function agreementOf<Subject extends { readonly answer: Exchange }>(
  subjects: readonly Subject[],
  isRight: (subject: Subject) => boolean,
): Agreement<Subject> {
  const operations = [...Map.groupBy(subjects, ({ answer }) => answer.operation).values()];
  return {
    always: operations.filter((some) => some.every(isRight)),
    never: operations.filter((some) => !some.some(isRight)),
  };
}
