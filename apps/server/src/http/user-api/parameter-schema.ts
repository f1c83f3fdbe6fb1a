import type { Parameter } from '@agent-workers/types';
import { z } from 'zod';
import { isPlainText, notPlainText } from './plain-text.ts';

/** The schema of a parameter as it comes in the address: a string, to be read as the contract's type. */
export function parameterSchema(parameter: Parameter): z.ZodType {
  const schema = valueSchema(parameter);
  const filled = parameter.default === undefined ? schema : schema.default(parameter.default);
  const nullable = parameter.nullable ? z.preprocess(toNull, filled.nullable()) : filled;
  return parameter.required ? nullable : nullable.optional();
}

function valueSchema(parameter: Parameter): z.ZodType {
  if (parameter.type === 'string') return stringSchema(parameter);
  if (parameter.type === 'boolean') return z.enum(['true', 'false']).transform((text) => text === 'true');
  const pattern = parameter.type === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const number = parameter.type === 'integer' ? z.int() : z.number();
  const { minimum = -Infinity, maximum = Infinity } = parameter;
  return z
    .string()
    .regex(pattern, `Expected ${parameter.type === 'integer' ? 'an integer' : 'a number'}.`)
    .transform(Number)
    .pipe(number.gte(minimum).lte(maximum));
}

function stringSchema({ format, minLength = 0, enum: values }: Parameter): z.ZodType {
  if (format === 'uuid') return z.guid();
  if (format === 'date-time') return z.iso.datetime({ offset: true, local: true });
  const text = z.string().min(minLength).refine(isPlainText, notPlainText);
  return values
    ? text.refine((value) => values.includes(value), `Expected one of ${values.join(', ')}.`)
    : text;
}

// A query string has no null; these are how clients write it.
function toNull(value: unknown): unknown {
  return value === '' || value === 'null' ? null : value;
}
