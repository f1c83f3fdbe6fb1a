import { isRecord, type JsonRecord, withAt } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { findProperty, type Property } from './find-property.ts';
import { visibilityIn } from './names.ts';
import { sampleOf } from './sample.ts';
import { branchesOf, itemsOf, propertiesOf, typesOf, valuesOf } from './schema.ts';

export interface WireForm {
  readonly schema: JsonSchema;
  /** What the deployment's owner calls a field. */
  readonly calls?: (field: string) => readonly string[];
  /** How a name is written that is not known. */
  readonly spell?: (field: string) => string;
}

/** Neither private nor public, on purpose: it is sent as it stands. */
export const thirdVisibility = 'for a few friends';

/** Puts a value of the contract into a deployment's own form, as its description shows it. */
export function toWire(
  value: unknown,
  name: string,
  { schema, calls = () => [], spell = (field) => field }: WireForm,
): unknown {
  if (value === thirdVisibility) return value;
  if (isVisibility(value)) return visibilityToWire(value, name, schema);
  if (Array.isArray(value))
    return value.map((entry) => entryToWire(entry, { schema: itemsOf(schema) ?? {}, calls, spell }));
  return typeof value === 'string' ? suited(value, schema) : value;
}

/** A text of ours, or what the description allows where it doesn't allow that. */
function suited(text: string, schema: JsonSchema): unknown {
  const allowed = valuesOf(schema);
  const patterns = branchesOf(schema).flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  );
  if (allowed.length > 0 && !allowed.includes(text)) return sampleOf(schema);
  return patterns.every((pattern) => matches(text, pattern)) ? text : sampleOf(schema);
}

/** Whether a text has a form; one that this program can't read may be any. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** And back: undefined where the value means nothing in the contract's terms. */
export function fromWire(shown: unknown, field: string, name: string): unknown {
  if (field !== 'visibility') return shown;
  const value = wordOfVisibility(shown);
  if (typeof value !== 'boolean') return meaningOf(value);
  const meant = visibilityIn(name);
  return meant === undefined || value ? meant : opposite[meant];
}

/** A visibility may be shown as a record, such as `{ "level": "private" }`, which has the word in one place. */
export function wordOfVisibility(shown: unknown): unknown {
  const words = isRecord(shown) ? Object.values(shown).filter(isVisibility) : [];
  return words.length === 1 ? words[0] : shown;
}

export function isVisibility(value: unknown): value is 'private' | 'public' {
  return value === 'private' || value === 'public';
}

const opposite = { private: 'public', public: 'private' } as const;

const visibilities = [
  { meaning: 'private', words: /private|^(only_?)?(me|own|owner|self)$|secret|hidden|restricted|closed/i },
  { meaning: 'public', words: /public|^(all|any|anyone|every|everyone|everybody|world|open)$|shared/i },
] as const;

/** Which visibility a word of the deployment means; undefined where it doesn't tell. */
function meaningOf(value: unknown): 'private' | 'public' | undefined {
  const meant = visibilities.filter(({ words }) => words.test(String(value)));
  return meant.length === 1 ? meant[0]?.meaning : undefined;
}

function visibilityToWire(value: 'private' | 'public', name: string, schema: JsonSchema): unknown {
  if (typesOf(schema).includes('boolean')) return truthOf(value, `${name} ${schema.description ?? ''}`);
  const words = valuesOf(schema);
  const word = words.find((one) => meaningOf(one) === value);
  // Where the description lists the values and none of them means this, there's no way to say it.
  return word ?? (words.length === 0 ? value : undefined);
}

/** Which of two values of a flag means this; undefined where its name and description don't tell. */
function truthOf(value: 'private' | 'public', words: string): boolean | undefined {
  const meant = visibilityIn(words);
  if (meant === undefined || /visibility: private or public/i.test(words)) return undefined;
  return value === meant;
}

/** The contract counts from 0; a description may say that the deployment counts from 1. */
function counted(value: unknown, schema: JsonSchema): unknown {
  const { minimum } = schema;
  return typeof value === 'number' && typeof minimum === 'number' && minimum > 0 ? value + minimum : value;
}

/** Entries of a list may be records with names of their own, or nothing but identifiers. */
function entryToWire(entry: unknown, { schema, calls, spell }: Required<WireForm>): unknown {
  if (!isRecord(entry)) return entry;
  const described = propertiesOf(schema).length > 0;
  if (!described && typesOf(schema).some((type) => type === 'string' || type === 'integer')) {
    return Object.entries(entry).find(([field]) => field.endsWith('_id'))?.[1];
  }
  return Object.entries(entry).reduce<JsonRecord>((record, [field, value]) => {
    const place = propertyOfEntry(schema, field, calls(field));
    return withAt(record, place?.path ?? [spell(field)], counted(value, place?.schema ?? {}));
  }, {});
}

/** Where the entries of a list have a field: under the name that their owner binds it to, or as their description tells. */
export function propertyOfEntry(
  entry: JsonSchema,
  field: string,
  bound: readonly string[],
): Property | undefined {
  const properties = propertiesOf(entry);
  const own = properties.find(([name]) => bound.includes(name));
  if (own !== undefined) return { path: [own[0]], schema: own[1], isSure: true };
  const [name, ...others] = bound;
  const isSilent = properties.length === 0 && others.length === 0;
  return name !== undefined && isSilent
    ? { path: [name], schema: {}, isSure: true }
    : findProperty(entry, field);
}
