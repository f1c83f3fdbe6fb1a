// Checks the input of a tool by its inputSchema, of which we use a part of JSON Schema.

import { isObject } from '../core/validate.js';

const fits = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  array: Array.isArray,
  object: isObject,
};

/** What is wrong with the value, as texts. */
export function problems(schema, value, place = 'input') {
  if (!fits[schema.type](value)) return [`${place} must be of type ${schema.type}`];
  const found = [];
  if (schema.enum && !schema.enum.includes(value)) found.push(`${place} must be one of ${schema.enum.join(', ')}`);
  if (value < schema.minimum) found.push(`${place} must be at least ${schema.minimum}`);
  if (value > schema.maximum) found.push(`${place} must be at most ${schema.maximum}`);
  if (schema.minLength && value.length < schema.minLength) found.push(`${place} must not be empty`);
  if (schema.items) value.forEach((item, index) => found.push(...problems(schema.items, item, `${place}[${index}]`)));
  if (schema.type !== 'object') return found;
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name) || value[name] === null) found.push(`${place}.${name} is required`);
  }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(value, name) && value[name] !== null) found.push(...problems(part, value[name], `${place}.${name}`));
  }
  return found;
}
