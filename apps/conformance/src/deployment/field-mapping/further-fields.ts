import { unwrapped } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { propertiesShown } from './attributes.ts';
import { contentsOf } from './contents.ts';
import { formsOf, itemsOf, propertiesOf, valuesOf } from './schema.ts';

/**
 * What a field that the interface doesn't speak of takes: true or false, whether the record is the default one, words,
 * members of any names, or whose the record is.
 */
export type FurtherKind = 'flag' | 'default' | 'list' | 'record' | 'owner';

export interface FurtherField {
  readonly name: string;
  readonly kind: FurtherKind;
  /** Whether the deployment's own document names it, for request and answer. */
  readonly isTold: boolean;
}

/** Which flag or list is its caller's to choose, and may be anything: others may open a record, or need what is there. */
const names: Readonly<Record<FurtherKind, RegExp>> = {
  flag: /^(is[_-]?)?(enabled|active|paused|muted|pinned|starred|favou?rite)$/i,
  default: /^(is[_-]?)?(default|primary|main)([_-]?key)?$/i,
  list: /^(tags|labels|keywords|topics)$/i,
  record: /^(meta[_-]?data|labels|state|settings|preferences|extras?|annotations)$/i,
  owner: /^(owner|user|account|author|creator|created[_-]?by)([_-]?(id|uuid))?$/i,
};

/** Such fields of a body, as the deployment's own document describes it. */
export function furtherDescribed(request: JsonSchema, success: JsonSchema): readonly FurtherField[] {
  const shown = new Map(propertiesShown(success));
  return propertiesOf(request).flatMap(([name, schema]) => {
    const kind = kindDescribed(name, schema);
    return kind !== undefined && schema.readOnly !== true && names[kind].test(name)
      ? [{ name, kind, isTold: kindDescribed(name, shown.get(name) ?? {}) === kind }]
      : [];
  });
}

function kindDescribed(name: string, schema: JsonSchema): FurtherKind | undefined {
  const [form, ...others] = formsOf(schema).filter((one) => one !== 'null');
  if (others.length > 0 || valuesOf(schema).length > 0) return undefined;
  if (form === 'boolean') return flagCalled(name);
  if (form === 'array') return takesWords(itemsOf(schema) ?? {}) ? 'list' : undefined;
  return form === 'object' && isOpen(schema) ? 'record' : undefined;
}

function takesWords(items: JsonSchema): boolean {
  const forms = formsOf(items);
  const isBound = [items.format, items.pattern, items.maxLength].some((one) => one !== undefined);
  return !isBound && valuesOf(items).length === 0 && (forms.length === 0 || forms.join() === 'string');
}

function isOpen(schema: JsonSchema): boolean {
  return propertiesOf(schema).length === 0 && schema.additionalProperties !== false;
}

/** Whether a name says whose a record is. */
export function saysWhose(name: string): boolean {
  return names.owner.test(name);
}

/** Such fields of a record, as an answer shows it. */
export function furtherShown(record: unknown): readonly Omit<FurtherField, 'isTold'>[] {
  return [unwrapped(record), ...contentsOf(record)].flatMap(Object.entries).flatMap(([name, value]) => {
    const kind = kindShown(name, value);
    return kind !== undefined && names[kind].test(name) ? [{ name, kind }] : [];
  });
}

function kindShown(name: string, value: unknown): FurtherKind | undefined {
  if (typeof value === 'boolean') return flagCalled(name);
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? 'list' : undefined;
  if (typeof value === 'string' || typeof value === 'number') return 'owner';
  return typeof value === 'object' && value !== null ? 'record' : undefined;
}

function flagCalled(name: string): FurtherKind {
  return names.default.test(name) ? 'default' : 'flag';
}
