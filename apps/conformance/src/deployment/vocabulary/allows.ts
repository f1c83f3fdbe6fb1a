import { isRecord, recordOf } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';

/** Deeper than any body of ours; some descriptions go round in circles. */
const deepest = 12;

const forms: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d/i,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^\S+@\S+$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
  url: /^[a-z][a-z\d+.-]*:\S+$/i,
};

/** Whether a description allows a value, as far as this program understands it. */
export function allows(schema: JsonSchema, value: unknown, depth = 0): boolean {
  if (depth > deepest || (value === null && schema.nullable === true)) return true;
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  const inner = (one: unknown): boolean => allows(recordOf(one), value, depth + 1);
  const alternatives = [anyOf, oneOf].filter((one) => Array.isArray(one) && one.length > 0);
  return (
    isOfType(schema, value) &&
    isAmong(schema, value) &&
    allowsText(schema, value) &&
    allowsNumber(schema, value) &&
    allowsInside(schema, value, depth) &&
    [allOf].flat().every(inner) &&
    alternatives.every((some) => [some].flat().some(inner))
  );
}

function isOfType({ type }: JsonSchema, value: unknown): boolean {
  const types = type === undefined ? [] : [type].flat();
  const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return types.length === 0 || types.includes(own) || (types.includes('integer') && Number.isInteger(value));
}

function isAmong(schema: JsonSchema, value: unknown): boolean {
  const isListed = !Array.isArray(schema.enum) || schema.enum.includes(value);
  return isListed && (!('const' in schema) || schema.const === value);
}

function allowsText({ minLength, maxLength, pattern, format }: JsonSchema, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const { length } = [...value];
  const form = forms[String(format)];
  return (
    !(typeof minLength === 'number' && length < minLength) &&
    !(typeof maxLength === 'number' && length > maxLength) &&
    (typeof pattern !== 'string' || matches(value, pattern)) &&
    (form === undefined || form.test(value))
  );
}

/** Whether a text has a form; one that this program can't read may be any. */
export function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function allowsNumber({ minimum, maximum }: JsonSchema, value: unknown): boolean {
  if (typeof value !== 'number') return true;
  const isTooLow = typeof minimum === 'number' && value < minimum;
  return !isTooLow && !(typeof maximum === 'number' && value > maximum);
}

function allowsInside(
  { properties, required, items, minItems, maxItems }: JsonSchema,
  value: unknown,
  depth: number,
): boolean {
  if (Array.isArray(value)) {
    const isTooShort = typeof minItems === 'number' && value.length < minItems;
    const isTooLong = typeof maxItems === 'number' && value.length > maxItems;
    const isFitting = value.every((one) => allows(recordOf(items), one, depth + 1));
    return !isTooShort && !isTooLong && isFitting;
  }
  if (!isRecord(value)) return true;
  const needed = Array.isArray(required) ? required.map(String) : [];
  return (
    needed.every((name) => value[name] !== undefined) &&
    Object.entries(recordOf(properties)).every(
      ([name, one]) => value[name] === undefined || allows(recordOf(one), value[name], depth + 1),
    )
  );
}
