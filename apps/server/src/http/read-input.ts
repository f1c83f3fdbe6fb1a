import type { Parameter } from '@agent-workers/types';
import * as bodies from '@agent-workers/types/zod/user-api';
import { z } from 'zod';
import { isPlainText } from '../domain/plain-text.ts';
import { contract, type OperationId } from '../operations/contract.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { InputIssue } from '../platform/errors.ts';
import { apiError } from '../platform/http/api-error.ts';

/** What a request carries, before it is checked. */
export interface RawInput {
  path: Record<string, string>;
  query: Record<string, string>;
  bytes: Uint8Array;
}

/** What is left of it when it's valid. */
export interface Input {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Reads an operation's input. @throws a 422 that names everything that is wrong. */
export type InputReader = (raw: RawInput) => Input;

/** The reader of an operation's input. Its schemas are made for the first request, so that a start needn't wait. */
export function inputReader(operation: Operation): InputReader {
  let reader: InputReader | undefined;
  return (raw) => {
    reader ??= makeReader(operation);
    return reader(raw);
  };
}

function makeReader(operation: Operation): InputReader {
  const { api, pathParameters, queryParameters, body } = contract[operation.id];
  // On the Workers API an identifier of the wrong form is one that isn't there, and so found out already.
  const path = api === 'workers' ? z.record(z.string(), z.string()) : parametersSchema(pathParameters);
  const query = parametersSchema(queryParameters);
  const readBody = body && !operation.bodyIsRaw ? bodyReader(operation, body.required) : () => nothing;
  return (raw) => {
    const parts = [
      check(path, raw.path, 'path'),
      check(query, raw.query, 'query'),
      readBody(raw.bytes),
    ] as const;
    const [ofPath, ofQuery, ofBody] = parts;
    if (!ofPath.valid || !ofQuery.valid || !ofBody.valid)
      throw apiError(
        422,
        parts.flatMap((part) => (part.valid ? [] : part.issues)),
      );
    return { path: ofPath.value, query: ofQuery.value, body: ofBody.value };
  };
}

/** A part of a request that was checked. */
type Checked<Value> = { valid: true; value: Value } | { valid: false; issues: InputIssue[] };

const nothing: Checked<undefined> = { valid: true, value: undefined };

function parametersSchema(parameters: readonly Parameter[]) {
  return z.object(Object.fromEntries(parameters.map((one) => [one.name, parameterSchema(one)])));
}

function bodyReader(operation: Operation, required: boolean): (bytes: Uint8Array) => Checked<unknown> {
  const schemas = [contractBody(operation.id), operation.body].filter((schema) => schema !== undefined);
  return (bytes) => {
    if (bytes.length === 0 && !required) return nothing;
    return schemas.reduce<Checked<unknown>>(
      (checked, schema) => (checked.valid ? check(schema, checked.value, 'body') : checked),
      parseJson(new TextDecoder().decode(bytes), operation.takesAnyText),
    );
  };
}

const contractSchemas = new Map<string, unknown>(Object.entries(bodies));

function contractBody(id: OperationId): z.core.$ZodType | undefined {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
  const schema: unknown = contractSchemas.get(name);
  return schema instanceof z.core.$ZodType ? schema : undefined;
}

function parseJson(text: string, takesAnyText = false): Checked<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const unstorable = takesAnyText ? undefined : findUnstorable(value);
    if (unstorable === undefined) return { valid: true, value };
    return { valid: false, issues: [{ loc: ['body'], msg: unstorable, type: 'value_error' }] };
  } catch {
    const issue = { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' };
    return { valid: false, issues: [issue] };
  }
}

function check<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
  place: string,
): Checked<z.output<Schema>> {
  const result = z.core.safeParse(schema, input);
  if (result.success) return { valid: true, value: result.data };
  return { valid: false, issues: result.error.issues.map((issue) => toInputIssue(issue, place)) };
}

function toInputIssue({ path, message, code }: z.core.$ZodIssue, place: string): InputIssue {
  const loc = path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { loc: [place, ...loc], msg: message, type: code };
}

/** The schema of a parameter as it comes in the address: a string, to be read as the contract's type. */
function parameterSchema(parameter: Parameter): z.ZodType {
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

const notPlainText = 'Text with U+0000 or a lone surrogate cannot be stored.';
const maximumDepth = 100;

/** What keeps JSON from being stored as it is, if anything. */
function findUnstorable(json: unknown): string | undefined {
  // A list instead of recursion: a body of a mebibyte can be nested deeper than the stack.
  const left: { value: unknown; depth: number }[] = [{ value: json, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isPlainText(value)) return notPlainText;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maximumDepth) return `The body is nested deeper than ${maximumDepth} levels.`;
    for (const [key, member] of Object.entries(value)) {
      left.push({ value: key, depth: depth + 1 }, { value: member, depth: depth + 1 });
    }
  }
  return undefined;
}
