import { canonicalJson } from '../canonical-json.ts';

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
