import * as z from 'zod';
import { configSchema } from '../deployment/config.ts';
import { reportSchema } from './report.ts';

/** The published JSON Schemas, by file name. */
export function jsonSchemas(): Readonly<Record<string, unknown>> {
  return {
    'report.schema.json': z.toJSONSchema(reportSchema),
    'deployment-config.schema.json': z.toJSONSchema(configSchema),
  };
}
