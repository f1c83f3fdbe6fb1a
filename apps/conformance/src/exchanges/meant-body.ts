import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { at, type JsonRecord, withAt } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';

/** What is to be refused is sent as it is meant, also where the deployment's description forbids it. */
export function meantBody(
  body: JsonRecord,
  fields: Readonly<Record<string, unknown>>,
  { operation, fieldMapping }: { readonly operation: Operation } & { readonly fieldMapping: FieldMapping },
): JsonRecord {
  return Object.entries(fields)
    .filter(([field, value]) => field !== 'visibility' && typeof value === 'string')
    .map(([field, value]) => ({ path: fieldMapping.placeOf(operation, field), value }))
    .filter(({ path, value }) => typeof at(body, path) === 'string' && at(body, path) !== value)
    .reduce((whole, { path, value }) => withAt(whole, path, value), body);
}
