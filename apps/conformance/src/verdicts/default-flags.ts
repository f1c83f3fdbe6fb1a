import type { Exchange } from '../exchanges/exchange.ts';
import { isField } from './is-field.ts';
import type { Leaf } from './leaves.ts';

/** Where a key says whether it is the default one. */
export interface DefaultFlag extends Leaf {
  readonly isSet: boolean;
}

/** What flags are: databases without truth values have 0 and 1. */
const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
]);

/** The flags of some keys: what is so called within a key may be about something else. */
export function defaultFlagsAmong(leaves: readonly Leaf[], answer: Exchange): readonly DefaultFlag[] {
  const depth = answer.places?.is_default?.length ?? 1;
  return leaves.flatMap((leaf) => {
    const isSet = flags.get(leaf.value);
    const isFlag =
      leaf.path.filter((step) => typeof step === 'string').length === depth &&
      isField(answer, leaf.path, 'is_default');
    return isSet === undefined || !isFlag ? [] : [{ ...leaf, isSet }];
  });
}
