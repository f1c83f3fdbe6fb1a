import type { z } from 'zod';

/** Answers for which the contract has no schema, by operation. */
export const operationRecords: ReadonlyMap<string, z.core.$ZodType> = new Map([]);
