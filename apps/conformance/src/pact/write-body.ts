import type { FieldMapping, WireBody } from '../deployment/field-mapping/field-mapping.ts';
import type { JsonRecord } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';

/**
 * A body in the deployment's own names. What its document has no place for is left out, since it may refuse names that
 * it doesn't know; then it isn't certain that the body says what was meant.
 */
export function writeBody(
  operation: Operation,
  fields: JsonRecord,
  {
    fieldMapping,
    without = [],
  }: { readonly fieldMapping: FieldMapping; readonly without?: readonly string[] },
): WireBody {
  const described = fieldMapping.describedNames(operation);
  const hasPlace = (field: string): boolean =>
    described?.includes(fieldMapping.placeOf(operation, field)[0] ?? '') ?? true;
  const kept = Object.fromEntries(Object.entries(fields).filter(([field]) => hasPlace(field)));
  const written = fieldMapping.write(operation, kept, without);
  const isWhole = Object.keys(kept).length === Object.keys(fields).length;
  return isWhole ? written : { ...written, certain: false };
}
