import { type Operation, operationTable } from '@agent-workers/types';
import type { z } from 'zod';
import { userApiOperations } from '../operations/user-api-operations.ts';
import type { JsonObject } from './json.ts';
import { errorRecords } from './records/errors.ts';
import { moneyRecords } from './records/money.ts';
import { runBodies, runRecords } from './records/runs.ts';
import { toJsonSchema } from './to-json-schema.ts';

const records: Readonly<Record<string, z.core.$ZodType>> = {
  ...errorRecords,
  ...runRecords,
  ...moneyRecords,
};

/** Our choice for each of the contract's schemas, by its name. */
export function chosenSchemas(): Map<string, JsonObject> {
  const bodies = [...Object.entries(runBodies), ...userApiOperations.flatMap(bodyOf)];
  return new Map([
    ...bodies.map(([name, schema]) => [name, toJsonSchema(schema, 'body')] as const),
    ...Object.entries(records).map(([name, schema]) => [name, toJsonSchema(schema, 'answer')] as const),
  ]);
}

/** What an operation takes is what its reader checks. */
function bodyOf({ id, body }: (typeof userApiOperations)[number]): [string, z.core.$ZodType][] {
  const contract: Operation = operationTable[id];
  const name = contract.body?.schema;
  return name && body ? [[name, body]] : [];
}
