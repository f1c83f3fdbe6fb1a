import type { Exchange } from '../exchanges/exchange.ts';
import { isField } from './is-field.ts';
import type { Leaf } from './leaves.ts';

/** Where keys say whether they are the default one: what is so called within a key may be about something else. */
export function defaultFlagsAmong(leaves: readonly Leaf[], answer: Exchange): readonly Leaf[] {
  const depth = answer.places?.is_default?.length ?? 1;
  return leaves.filter(
    ({ path, value }) =>
      typeof value === 'boolean' &&
      path.filter((step) => typeof step === 'string').length === depth &&
      isField(answer, path, 'is_default'),
  );
}
