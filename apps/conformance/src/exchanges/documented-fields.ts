import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { at, isRecord, loneRecordIn, recordOf, unwrapped } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';
import type { DocumentedField } from './exchange.ts';

/** What the catalogue says that each record has, where the deployment or its owner tells by which name answers show it. */
export function documentedFields(
  operation: Operation,
  body: unknown,
  fieldMapping: FieldMapping,
): readonly DocumentedField[] {
  const has = operation.resource?.family.has ?? [];
  return has.flatMap(({ field, operations }) =>
    field !== undefined && operations.includes(operation.id) && fieldMapping.isTold(operation, field)
      ? [{ field, holds: contentOf(toldValue(operation, field, { body, fieldMapping })) }]
      : [],
  );
}

/** What stands in the place that is told, and not what looks like the field. */
function toldValue(
  operation: Operation,
  field: string,
  { body, fieldMapping }: { readonly body: unknown; readonly fieldMapping: FieldMapping },
): unknown {
  const place = fieldMapping.toldPlaceOf(operation, field);
  if (place === undefined) return fieldMapping.read(operation, field, body)?.value;
  const record = loneRecordIn(body);
  const told = at(record, place) ?? at(unwrapped(record), place);
  return told ?? (place.length === 1 ? withinRecords(record, place) : undefined);
}

/** In the records of a record: a name alone says nothing of which of them has it. */
function withinRecords(record: unknown, place: readonly string[]): unknown {
  return Object.values(recordOf(record))
    .map((inner) => (isRecord(inner) ? at(inner, place) : undefined))
    .find((value) => value !== undefined);
}

/** Where records of an answer hold the fields that the interface names, as far as the deployment or its owner tells. */
export function toldPlaces(
  operation: Operation,
  fieldMapping: FieldMapping,
): Readonly<Record<string, readonly string[]>> {
  const fields = operation.resource?.family.fields ?? [];
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const place = fieldMapping.toldPlaceOf(operation, name);
      return place === undefined ? [] : [[name, place]];
    }),
  );
}

function contentOf(value: unknown): DocumentedField['holds'] {
  if (value === undefined || value === null || value === '') return 'nothing';
  return Array.isArray(value) && value.length === 0 ? 'empty-list' : 'value';
}
