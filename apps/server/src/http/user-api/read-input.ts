import { type Operation, operationTable, type Parameter } from '@agent-workers/types';
import * as contract from '@agent-workers/types/zod/user-api';
import { z } from 'zod';
import type { UserOperation } from '../../operations/define-operation.ts';
import type { UserOperationId } from '../../operations/user-operation-id.ts';
import { apiError, type Fault } from '../api-error.ts';
import { parameterSchema } from './parameter-schema.ts';
import { findUnstorable } from './plain-text.ts';

/** What a request carries, before anybody has looked at it. */
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
export function inputReader(operation: UserOperation): InputReader {
  let reader: InputReader | undefined;
  return (raw) => {
    reader ??= makeReader(operation);
    return reader(raw);
  };
}

function makeReader(operation: UserOperation): InputReader {
  const { pathParameters, queryParameters, body }: Operation = operationTable[operation.id];
  const path = parametersSchema(pathParameters);
  const query = parametersSchema(queryParameters);
  const readBody =
    body && !operation.bodyIsRaw
      ? bodyReader(operation, body.required)
      : () => ({ value: undefined, faults: [] });
  return (raw) => {
    const parts = { path: check(path, raw.path, 'path'), query: check(query, raw.query, 'query') };
    const content = readBody(raw.bytes);
    const faults = [...parts.path.faults, ...parts.query.faults, ...content.faults];
    if (faults.length > 0) throw apiError(422, faults);
    return { path: parts.path.value, query: parts.query.value, body: content.value };
  };
}

interface Checked<Value> {
  value: Value;
  faults: Fault[];
}

function parametersSchema(parameters: readonly Parameter[]) {
  return z.object(Object.fromEntries(parameters.map((one) => [one.name, parameterSchema(one)])));
}

function bodyReader(operation: UserOperation, required: boolean): (bytes: Uint8Array) => Checked<unknown> {
  const schemas = [contractBody(operation.id), operation.body].filter((schema) => schema !== undefined);
  return (bytes) => {
    if (bytes.length === 0 && !required) return { value: undefined, faults: [] };
    const parsed = parseJson(new TextDecoder().decode(bytes));
    if (parsed.faults.length > 0) return parsed;
    return schemas.reduce<Checked<unknown>>(
      ({ value, faults }, schema) => (faults.length > 0 ? { value, faults } : check(schema, value, 'body')),
      parsed,
    );
  };
}

const contractSchemas = new Map<string, unknown>(Object.entries(contract));

function contractBody(id: UserOperationId): z.core.$ZodType | undefined {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
  const schema: unknown = contractSchemas.get(name);
  return schema instanceof z.core.$ZodType ? schema : undefined;
}

function parseJson(text: string): Checked<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const unstorable = findUnstorable(value);
    return { value, faults: unstorable ? [{ loc: ['body'], msg: unstorable, type: 'value_error' }] : [] };
  } catch {
    const fault = { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' };
    return { value: undefined, faults: [fault] };
  }
}

function check<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
  place: string,
): Checked<z.output<Schema>> {
  const result = z.core.safeParse(schema, input);
  if (result.success) return { value: result.data, faults: [] };
  return { value: undefined as never, faults: result.error.issues.map((issue) => toFault(issue, place)) };
}

function toFault({ path, message, code }: z.core.$ZodIssue, place: string): Fault {
  const loc = path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { loc: [place, ...loc], msg: message, type: code };
}
