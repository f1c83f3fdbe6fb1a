import type { z } from 'zod';
import { agentAnswers } from './agents.ts';
import { scheduleAnswers } from './schedules.ts';

/** Answers for which the contract has no schema, by operation. */
export const operationRecords: ReadonlyMap<string, z.core.$ZodType> = new Map<string, z.core.$ZodType>(
  Object.entries({ ...agentAnswers, ...scheduleAnswers }),
);
