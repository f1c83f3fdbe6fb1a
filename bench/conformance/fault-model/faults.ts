import type { StyledDeployment } from '../../../apps/conformance/test/styles/deployment.ts';
import { type Ground, groundOf } from './grounds.ts';
import type { FaultClass, Fetch } from './operator.ts';
import { allOperators } from './operators/all-operators.ts';
import type { Place } from './place.ts';

/** One operator at one detail of one operation. */
export interface Fault extends Ground {
  /** `operator @ operation detail`: the same in every run. */
  readonly id: string;
  readonly class: FaultClass;
  readonly operator: string;
  readonly operation: string;
  readonly detail: string;
  /** `changed` is called whenever it makes a difference to a request or an answer. */
  readonly wrap: (deployment: StyledDeployment, changed: () => void) => Fetch;
}

/** Every operator at every operation and detail that it can break. */
export function faultsAt(places: readonly Place[]): readonly Fault[] {
  return allOperators.flatMap((operator) =>
    places.flatMap((place) =>
      operator.at(place).map((detail) => {
        const operation = place.operation.id;
        const at = detail === 'whole' ? operation : `${operation} ${detail}`;
        return {
          id: `${operator.name} @ ${at}`,
          class: operator.class,
          operator: operator.name,
          operation,
          detail,
          ...groundOf(operator, { place, detail }),
          wrap: (deployment, changed) => operator.wrap({ place, detail, changed })(deployment),
        };
      }),
    ),
  );
}

/** The same faults for the same seed, of as many operators as there can be. */
export function drawn(faults: readonly Fault[], count: number, seed: number): readonly Fault[] {
  const weight = ({ id }: Fault): number =>
    [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, seed);
  const byWeight = faults.toSorted((one, other) => weight(one) - weight(other));
  const seen = new Set<string>();
  const first = byWeight.filter(({ operator }) => !seen.has(operator) && seen.add(operator));
  return [...first, ...byWeight.filter((one) => !first.includes(one))].slice(0, count);
}
