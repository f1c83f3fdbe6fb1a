import { readFileSync } from 'node:fs';
import { at, isRecord, type JsonRecord, recordOf } from '../../src/json/json-record.ts';
import { byOperation } from '../../src/spec/read-resources.ts';
import type { Spec } from '../../src/spec/spec.ts';

const root: unknown = JSON.parse(
  readFileSync(new URL('../../../../spec/json-schemas/resources.schema.json', import.meta.url), 'utf8'),
);

/** What a key of the schema leads to: the definition of it, or of each entry of a list or a map. */
interface Part {
  readonly name: string;
  readonly schema: JsonRecord;
  readonly isMap: boolean;
}

const family: Part = { name: 'family', schema: recordOf(at(root, ['$defs', 'family'])), isMap: false };

function partAt({ name, schema }: Part, key: string): Part {
  const own = recordOf(at(schema, ['properties', key]));
  const isMap = isRecord(own.additionalProperties);
  const inner = recordOf(own.items ?? (isMap ? own.additionalProperties : own));
  const [, definition] = /^#\/\$defs\/(.+)$/.exec(String(inner.$ref)) ?? [];
  return definition === undefined
    ? { name: `${name}.${key}`, schema: inner, isMap }
    : { name: definition, schema: recordOf(at(root, ['$defs', definition])), isMap };
}

function keysOf({ schema }: Part): readonly string[] {
  return Object.keys(recordOf(schema.properties));
}

/** Every key of the catalogue, as `operation.does`. */
export function catalogueKeys(part: Part = family): readonly string[] {
  const all = keysOf(part).flatMap((key) => [`${part.name}.${key}`, ...catalogueKeys(partAt(part, key))]);
  return [...new Set(all)];
}

/** The contract with a catalogue that notes the keys that are read of it. */
export function watchCatalogue(spec: Spec): { readonly spec: Spec; readonly read: ReadonlySet<string> } {
  const read = new Set<string>();
  const watch = <Value>(value: Value, part: Part): Value => {
    if (typeof value !== 'object' || value === null) return value;
    const inner = new Map<string, unknown>();
    return new Proxy(value, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof key !== 'string' || typeof member === 'function') return member;
        const isEntry = Array.isArray(target) || part.isMap;
        if (!isEntry && keysOf(part).includes(key)) read.add(`${part.name}.${key}`);
        const next = isEntry ? { ...part, isMap: false } : partAt(part, key);
        if (!inner.has(key)) inner.set(key, watch(member, next));
        return inner.get(key);
      },
    });
  };
  const resources = spec.resources.map((one) => watch(one, family));
  const byId = byOperation(resources);
  // Which operations there are has been read, and not yet what is said of them.
  for (const key of catalogueKeys()) if (key.startsWith('operation.')) read.delete(key);
  const entry = { ...partAt(family, 'operations'), isMap: false };
  const operations = spec.operations.map((one) => {
    const found = byId.get(one.id);
    return { ...one, resource: found && watch(found, entry) };
  });
  return { spec: { ...spec, resources, operations }, read };
}
