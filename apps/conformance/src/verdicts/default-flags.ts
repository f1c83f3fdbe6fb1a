import type { Exchange } from '../exchanges/exchange.ts';
import { isField } from './is-field.ts';
import { fieldNamesIn, type Leaf } from './leaves.ts';

/** Where a key says whether it is the default one. */
export interface DefaultFlag extends Leaf {
  readonly isSet: boolean;
  /** What it is where it is set. */
  readonly whenSet: true | 1;
}

/** What flags are: databases without truth values have 0 and 1. */
const flags = new Map<unknown, Pick<DefaultFlag, 'isSet' | 'whenSet'>>([
  [true, { isSet: true, whenSet: true }],
  [false, { isSet: false, whenSet: true }],
  [1, { isSet: true, whenSet: 1 }],
  [0, { isSet: false, whenSet: 1 }],
]);

/** The flags of some keys: what is so called within a key may be about something else. */
export function defaultFlagsAmong(leaves: readonly Leaf[], answer: Exchange): readonly DefaultFlag[] {
  const depth = answer.places?.is_default?.length ?? 1;
  return leaves.flatMap((leaf) => {
    const flag = flags.get(leaf.value);
    const isFlag = fieldNamesIn(leaf.path).length === depth && isField(answer, leaf.path, 'is_default');
    return flag === undefined || !isFlag ? [] : [{ ...leaf, ...flag }];
  });
}
