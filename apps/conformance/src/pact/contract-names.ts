import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { itemsOf as itemsOfSchema, propertiesOf } from '../deployment/field-mapping/schema.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';

type Sources = Pick<Operation, 'id' | 'success'> & {
  readonly operation: Operation;
  readonly fieldMapping: FieldMapping;
};

/**
 * An answer with the contract's names and values beside the deployment's own: `{"shared": true}` gets
 * `"visibility": "public"`. Lists are read record by record. The same value where nothing is to be translated.
 */
export function inContractNames(operation: Operation, body: unknown, fieldMapping: FieldMapping): unknown {
  const sources = { ...operation, operation, fieldMapping };
  const read = (record: unknown): unknown => (isRecord(record) ? named(record, sources) : record);
  if (!Array.isArray(body)) return read(body);
  const records = body.map(read);
  return records.some((one, index) => one !== body[index]) ? records : body;
}

/** What the contract calls the fields of a record; those that the interface itself shows are the same everywhere. */
function inferredFields({ success }: Pick<Operation, 'success'>): readonly string[] {
  if (success === undefined) return [];
  return propertiesOf(success.schema)
    .filter(([, schema]) => schema['x-inferred'] === true)
    .map(([name]) => name);
}

function named(record: JsonRecord, { operation, success, fieldMapping }: Sources): JsonRecord {
  const found = inferredFields({ success }).flatMap((field): [string, unknown][] => {
    const meaning =
      field === 'items'
        ? itemsOf(record, operation, fieldMapping)
        : fieldMapping.read(operation, field, record);
    const isNews = meaning !== undefined && meaning.value !== undefined && meaning.value !== record[field];
    return isNews && (meaning.certain || !(field in record)) ? [[field, meaning.value]] : [];
  });
  return found.length === 0 ? record : { ...record, ...Object.fromEntries(found) };
}

/** The one list in an answer is what it is about, whatever it is called. */
function itemsOf(record: JsonRecord, operation: Operation, fieldMapping: FieldMapping) {
  const found = fieldMapping.items(operation, record);
  return found && { value: found.items, certain: found.certain };
}

/** Of the fields that are expected, the first one of which it is not told where an answer of the operation has it. */
export function guessedField(
  operation: Operation,
  { body, expected }: { readonly body: unknown; readonly expected: readonly string[] },
  fieldMapping: FieldMapping,
): string | undefined {
  const record = Array.isArray(body) ? body[0] : body;
  const { schema = {} } = operation.success ?? {};
  const shown = propertiesOf(itemsOfSchema(schema) ?? schema);
  const isDocumented = (field: string): boolean =>
    shown.some(([name, schema]) => name === field && schema['x-inferred'] !== true);
  const isKnown = (field: string): boolean => {
    const found =
      field === 'items' ? fieldMapping.items(operation, record) : fieldMapping.read(operation, field, record);
    const isThere = isRecord(record) && field in record;
    return isThere || fieldMapping.isTold(operation, field) || found?.certain === true;
  };
  return expected.find((field) => !isDocumented(field) && !isKnown(field));
}
