import { recordOf } from '../../src/json/json-record.ts';
import type { JsonSchema } from './json-schema.ts';

/** Whether a value keeps a small JSON schema; only the keywords that the styles use. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  const types = [schema.type ?? []].flat();
  return (
    (types.length === 0 || types.some((type) => isOf(`${type}`, value))) &&
    (!Array.isArray(schema.enum) || schema.enum.includes(value)) &&
    (!('const' in schema) || schema.const === value) &&
    (typeof value !== 'string' || fitsText(schema, value)) &&
    (typeof value !== 'number' || fitsNumber(schema, value)) &&
    (types[0] !== 'object' || fitsRecord(schema, value)) &&
    (!Array.isArray(value) || value.every((one) => fits(recordOf(schema.items), one)))
  );
}

function fitsRecord({ properties, required }: JsonSchema, value: unknown): boolean {
  const record = recordOf(value);
  return (
    [required ?? []].flat().every((name) => record[`${name}`] !== undefined) &&
    Object.entries(recordOf(properties)).every(
      ([name, one]) => record[name] === undefined || fits(recordOf(one), record[name]),
    )
  );
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function fitsText({ minLength, maxLength, pattern, format }: JsonSchema, value: string): boolean {
  const length = [...value].length;
  return (
    length >= Number(minLength ?? 0) &&
    length <= Number(maxLength ?? Infinity) &&
    (pattern === undefined || new RegExp(`${pattern}`, 'u').test(value)) &&
    (format !== 'uuid' || uuidForm.test(value)) &&
    (format !== 'uri' || URL.canParse(value))
  );
}

function fitsNumber({ minimum, maximum }: JsonSchema, value: number): boolean {
  return value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
}

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
