import type { Exchange } from '../exchanges/exchange.ts';

/** What was seen in answers, by operation: of those that are right each time, and of those that never are. */
export interface Agreement<Sight> {
  readonly always: readonly (readonly Sight[])[];
  readonly never: readonly (readonly Sight[])[];
}

export function agreementOf<Sight extends { readonly answer: Exchange }>(
  sights: readonly Sight[],
  isRight: (sight: Sight) => boolean,
): Agreement<Sight> {
  const operations = [...Map.groupBy(sights, ({ answer }) => answer.operation).values()];
  return {
    always: operations.filter((some) => some.every(isRight)),
    never: operations.filter((some) => !some.some(isRight)),
  };
}
