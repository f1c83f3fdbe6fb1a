import { z } from 'zod';
import { contract } from '../../operations/contract.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { answerSchemas, bodySchemas, operations } from '../../operations/operations.ts';
import { type JsonObject, toJsonSchema } from './json.ts';
import { withPlainTexts } from './plain-text.ts';

const detail = z.string().describe('A sentence for the person who reads it.');

const errorSchemas = {
  ErrorBody: z.object({ detail }),
  HTTPValidationError: z.object({
    detail: z.array(
      z.object({
        loc: z
          .array(z.union([z.string(), z.int()]))
          .describe('Where: path, query or body, and the way from there.'),
        msg: z.string(),
        type: z.string(),
      }),
    ),
  }),
};

/** Our choice for each of the contract's schemas, by its name. */
export function chosenSchemas(): Map<string, JsonObject> {
  // Where one schema is optional here and required there, the latter says what it is.
  const read = operations
    .filter(({ id }) => contract[id].api === 'user')
    .toSorted((one, other) => Number(isRequired(one)) - Number(isRequired(other)));
  const bodies = [...Object.entries(bodySchemas), ...read.flatMap(bodyOf)];
  const answers = Object.entries({ ...answerSchemas, ...errorSchemas });
  return new Map([
    ...bodies.map(([name, schema]) => [name, asTaken(name, toJsonSchema(schema, 'body'))] as const),
    ...answers.map(([name, schema]) => [name, toJsonSchema(schema, 'answer')] as const),
  ]);
}

// Messages are kept as JSON text, which escapes what a database can't hold.
const anyText = new Set<string | null | undefined>(
  operations.filter(({ takesAnyText }) => takesAnyText).map(({ id }) => contract[id].body?.schema),
);

function asTaken(name: string, schema: JsonObject): JsonObject {
  return anyText.has(name) ? schema : withPlainTexts(schema);
}

function isRequired({ id }: Operation): boolean {
  return contract[id].body?.required ?? false;
}

/** What an operation takes is what its reader checks. */
function bodyOf({ id, body }: Operation): [string, z.core.$ZodType][] {
  const name = contract[id].body?.schema;
  return name && body ? [[name, body]] : [];
}
