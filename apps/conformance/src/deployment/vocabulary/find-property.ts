import type { JsonSchema } from '../../spec/description.ts';
import { fit, isDescribedAs } from './names.ts';
import { itemsOf, propertiesOf } from './schema.ts';

/** Where a field stands, and what its description says of it. */
export interface Property {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** How many records within records an answer may be wrapped in. */
const deepest = 3;

/** The same few schemas are asked for the same few fields with every answer. */
const known = new WeakMap<JsonSchema, Map<string, Property | undefined>>();

/** The property that fits a field of the contract best; the outer ones win. */
export function findProperty(schema: JsonSchema, role: string): Property | undefined {
  const found = known.get(schema) ?? new Map<string, Property | undefined>();
  known.set(schema, found);
  if (!found.has(role)) found.set(role, searchProperty(schema, role));
  return found.get(role);
}

function searchProperty(schema: JsonSchema, role: string): Property | undefined {
  let level: readonly Property[] = [{ path: [], schema: itemsOf(schema) ?? schema }];
  for (let depth = 0; depth < deepest; depth += 1) {
    const inner = level.flatMap(({ path, schema: outer }) =>
      propertiesOf(outer).map(([name, one]): Property => ({ path: [...path, name], schema: one })),
    );
    const [best] = inner
      .map((property) => ({ property, fits: fitOf(property, role) }))
      .filter(({ fits }) => fits !== undefined)
      .sort((a, b) => (a.fits ?? 0) - (b.fits ?? 0));
    if (best !== undefined) return best.property;
    level = inner.filter(({ schema: one }) => itemsOf(one) === undefined);
  }
  return undefined;
}

/** A name that says nothing may have a title or a description that does. */
function fitOf({ path, schema }: Property, role: string): number | undefined {
  const byName = fit(path.at(-1) ?? '', role);
  if (byName !== undefined) return byName;
  return isDescribedAs(wordsOf(schema).join(' '), role) ? worst : undefined;
}

/** What a schema says of itself. */
export function wordsOf({ title = '', description = '' }: JsonSchema): readonly string[] {
  return [String(title), String(description)];
}

/** Worse than any name that fits. */
const worst = 100;
