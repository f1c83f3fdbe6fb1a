import type { ResourceFamily } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';

/** The operation on which a candidate for an identifier is tried: the last read that is given one. */
export function openerOf(
  { operations: entries, identifiers, parent }: ResourceFamily,
  operations: ReadonlyMap<string, Operation>,
): Operation | undefined {
  // What is named by its parent's identifier has none to find out.
  if (identifiers.some(({ parameter }) => parameter === parent?.parameter)) return undefined;
  return Object.entries(entries)
    .flatMap(([id, { does }]) => (does === 'read' ? (operations.get(id) ?? []) : []))
    .findLast(({ path }) => path.endsWith('}'));
}
