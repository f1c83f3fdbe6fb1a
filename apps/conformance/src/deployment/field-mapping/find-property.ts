import type { JsonSchema } from '../../spec/description.ts';
import { isDescribedAs } from './descriptions.ts';
import { findText, takesText } from './find-text.ts';
import { fit, isScalar, isText, isUsual } from './names.ts';
import type { Place } from './place.ts';
import { formsOf, itemsOf, propertiesOf, wordsOf } from './schema.ts';

/** Where a description has a field of the contract. */
export interface Property extends Place {
  /** Whether its name or its description says that it's this; else it is what is most likely meant. */
  readonly isSure: boolean;
}

/** How many records within records an answer may be wrapped in. */
const deepest = 3;

/** The same few schemas are asked for the same few fields with every answer. */
const known = new WeakMap<JsonSchema, Map<string, Property | undefined>>();

/** The property that fits a field of the contract best; the outer ones win. */
export function findProperty(schema: JsonSchema, field: string): Property | undefined {
  const found = known.get(schema) ?? new Map<string, Property | undefined>();
  known.set(schema, found);
  if (!found.has(field)) found.set(field, searchProperty(schema, field));
  return found.get(field);
}

function searchProperty(schema: JsonSchema, field: string): Property | undefined {
  let level: readonly Place[] = [{ path: [], schema: itemsOf(schema) ?? schema }];
  for (let depth = 0; depth < deepest; depth += 1) {
    const inner = level.flatMap(({ path, schema: outer }) =>
      propertiesOf(outer).map(([name, one]): Place => ({ path: [...path, name], schema: one })),
    );
    const fitting = inner
      .map((place) => ({ place, fits: fitOf(place, field) }))
      .filter(({ fits }) => fits !== undefined)
      .sort((a, b) => (a.fits ?? 0) - (b.fits ?? 0))
      .map(({ place }) => place);
    const [best] = fitting;
    const usable = fitting.map((place) => resolvePlace(place, field)).find((one) => one !== undefined);
    if (best !== undefined) return usable ?? { ...best, isSure: false };
    level = inner.filter(({ schema: one }) => itemsOf(one) === undefined);
  }
  return undefined;
}

/** The place itself, or where beneath it the text of such a field stands; undefined where there is none for it. */
export function resolvePlace(place: Place, field: string): Property | undefined {
  const { path, schema } = place;
  if (!isText(field) || takesText(schema)) return { ...place, isSure: true };
  const found = findText(schema, field);
  if (found !== undefined) return { ...found, path: [...path, ...found.path] };
  return inList(place, field);
}

/** Of a list, one entry is the text, or has it; by a name that is not usual it may be a list of something else. */
function inList({ path, schema }: Place, field: string): Property | undefined {
  const entry = itemsOf(schema);
  if (entry === undefined) return undefined;
  const isBare = formsOf(entry).includes('string');
  const found = isBare ? { path: [], schema: entry, isSure: true } : findText(entry, field);
  if (found === undefined) return undefined;
  return {
    path,
    schema: found.schema,
    entry: { path: found.path, schema: entry },
    isSure: found.isSure && isUsual(path.at(-1) ?? '', field),
  };
}

/** A name that says nothing may have a title or a description that does. */
function fitOf({ path, schema }: Place, field: string): number | undefined {
  // A record of that name has it, and is not it; where a text stands in one is told later.
  if (isScalar(field) && !isText(field) && propertiesOf(schema).length > 0) return undefined;
  const byName = fit(path.at(-1) ?? '', field);
  if (byName !== undefined) return byName;
  if (hasEntriesOf(schema, field)) return byEntries;
  return isDescribedAs(wordsOf(schema).join(' '), field) ? worst : undefined;
}

/** Of a list, the field that its entries have. */
const inEntries: Readonly<Record<string, string>> = { positions: 'position' };

/** Whether it is a list by whose entries it can be told. */
function hasEntriesOf(schema: JsonSchema, field: string): boolean {
  const entry = itemsOf(schema);
  const inner = inEntries[field];
  return (
    entry !== undefined &&
    inner !== undefined &&
    propertiesOf(entry).some(([name]) => fit(name, inner) !== undefined)
  );
}

/** Worse than a name that fits, and better than a description. */
const byEntries = 50;

/** Worse than any name that fits. */
const worst = 100;
