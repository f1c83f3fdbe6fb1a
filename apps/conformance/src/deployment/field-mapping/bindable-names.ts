import { idsOf, type ResourceFamily } from '../../spec/resources.ts';
import type { Operation } from '../../spec/spec.ts';
import type { Bindings } from '../config.ts';
import { UsageError } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import { bodyName } from './body-places.ts';
import { propertiesOf } from './schema.ts';

/** The bodies and records that a config may bind, with the contract's names of their fields. */
export function bindableNames(operations: readonly Operation[]): ReadonlyMap<string, readonly string[]> {
  const all = operations.flatMap((operation) => {
    const { request, success, resource } = operation;
    const fields = resource?.family.fields.map(({ name }) => name) ?? [];
    const ids = resource === undefined ? [] : idsOf(resource.family);
    const parts = [
      ...(request === undefined ? [] : [{ name: bodyName(operation), schema: request.schema }]),
      ...recordNames(operation).map((name) => ({
        name,
        schema: name === success?.name ? success.schema : {},
      })),
    ];
    return parts.map(({ name, schema }) => ({
      name,
      fields: [...propertiesOf(schema).map(([field]) => field), ...fields, ...ids],
    }));
  });
  return new Map(
    [...Map.groupBy(all, ({ name }) => name)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, parts]) => [name, [...new Set(parts.flatMap(({ fields }) => fields))]]),
  );
}

/** By which names a config may bind what an answer shows: its schema, that of its entries, or the kind of record. */
export function recordNames(operation: Operation): readonly string[] {
  const known = namesOf.get(operation);
  if (known !== undefined) return known;
  const { success, resource } = operation;
  const all = [success?.name, success?.entry, resource && kindName(resource.family)];
  const names = all.filter((name) => name !== undefined);
  namesOf.set(operation, names);
  return names;
}

/** Every field of every answer asks for them. */
const namesOf = new WeakMap<Operation, readonly string[]>();

/** `AgentRun` for an agent run: many a record has no schema that the interface names. */
function kindName({ name }: ResourceFamily): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}

/**
 * Other names than the contract's would bind nothing. A field that is not like one of its names stands for a text that
 * the interface doesn't speak of.
 *
 * @throws UsageError that says what was probably meant
 */
export function checkBindings(bindings: Bindings, operations: readonly Operation[]): void {
  const names = bindableNames(operations);
  const mistakes = Object.entries(bindings).flatMap(([record, { fields = {} }]) => {
    const known = names.get(record);
    if (known === undefined)
      return [
        `bindings.${record}: the contract has no such record or body.${didYouMean(record, [...names.keys()])}`,
      ];
    return Object.keys(fields)
      .filter((field) => isMisspelled(field, known))
      .map((field) => `bindings.${record}.fields.${field}: no field of it.${didYouMean(field, known)}`);
  });
  if (mistakes.length > 0) throw new UsageError(`The config binds what is not there. ${mistakes.join(' ')}`);
}

function isMisspelled(field: string, known: readonly string[]): boolean {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return !known.includes(field) && known.some((name) => plain(name) === plain(field));
}
