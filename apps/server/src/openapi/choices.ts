import { type Operation, operationTable } from '@agent-workers/types';
import type { z } from 'zod';
import type { UserOperation } from '../operations/define-operation.ts';
import { userApiOperations } from '../operations/user-api-operations.ts';
import type { JsonObject } from './json.ts';
import { agentRunRecords } from './records/agent-runs.ts';
import { agentBodies, agentRecords } from './records/agents.ts';
import { errorRecords } from './records/errors.ts';
import { moneyRecords } from './records/money.ts';
import { runBodies, runRecords } from './records/runs.ts';
import { scheduleRecords } from './records/schedules.ts';
import { toolRecords } from './records/tools.ts';
import { userBodies, userRecords } from './records/users.ts';
import { toJsonSchema } from './to-json-schema.ts';

const records: Readonly<Record<string, z.core.$ZodType>> = {
  ...agentRecords,
  ...agentRunRecords,
  ...errorRecords,
  ...moneyRecords,
  ...runRecords,
  ...scheduleRecords,
  ...toolRecords,
  ...userRecords,
};

/** Our choice for each of the contract's schemas, by its name. */
export function chosenSchemas(): Map<string, JsonObject> {
  // Where one schema is optional here and required there, the latter says what it is.
  const read = userApiOperations.toSorted(
    (one, other) => Number(isRequired(one)) - Number(isRequired(other)),
  );
  const bodies = Object.entries({ ...runBodies, ...agentBodies, ...userBodies });
  return new Map([
    ...[...bodies, ...read.flatMap(bodyOf)].map(
      ([name, schema]) => [name, toJsonSchema(schema, 'body')] as const,
    ),
    ...Object.entries(records).map(([name, schema]) => [name, toJsonSchema(schema, 'answer')] as const),
  ]);
}

function isRequired({ id }: UserOperation): boolean {
  const contract: Operation = operationTable[id];
  return contract.body?.required ?? false;
}

/** What an operation takes is what its reader checks. */
function bodyOf({ id, body }: UserOperation): [string, z.core.$ZodType][] {
  const contract: Operation = operationTable[id];
  const name = contract.body?.schema;
  return name && body ? [[name, body]] : [];
}
