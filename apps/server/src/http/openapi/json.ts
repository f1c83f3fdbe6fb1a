import { z } from 'zod';

/** A part of a JSON document that has members. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The object with each value replaced. */
export function mapValues(object: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** The JSON Schema of what we answer, or of what we take. */
export function toJsonSchema(schema: z.core.$ZodType, direction: 'answer' | 'body'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: direction === 'answer' ? 'output' : 'input',
    unrepresentable: 'any',
  });
  return rest;
}
