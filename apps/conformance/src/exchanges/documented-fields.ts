import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
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
      ? [{ field, holds: contentOf(fieldMapping.read(operation, field, body)?.value) }]
      : [],
  );
}

function contentOf(value: unknown): DocumentedField['holds'] {
  if (value === undefined || value === null || value === '') return 'nothing';
  return Array.isArray(value) && value.length === 0 ? 'empty-list' : 'value';
}
