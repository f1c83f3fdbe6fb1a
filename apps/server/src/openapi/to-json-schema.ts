import { z } from 'zod';
import type { JsonObject } from './json.ts';

/** The JSON Schema of what we answer, or of what we take. */
export function toJsonSchema(schema: z.core.$ZodType, direction: 'answer' | 'body'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: direction === 'answer' ? 'output' : 'input',
    unrepresentable: 'any',
  });
  return rest;
}
