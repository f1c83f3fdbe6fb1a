import * as z from 'zod';
import { configSchema } from '../deployment/config.ts';
import { comparisonSchema } from '../report/comparison/comparison.ts';
import { historySchema } from '../report/history/history.ts';
import { liveFindingSchema } from '../report/live-finding-schema.ts';
import { trafficLineSchema } from '../traffic/read-line.ts';
import { resultFiles } from './result-files.ts';

/** The published JSON Schemas, by file name. Of a file with lines, that of each line. */
export function jsonSchemas(): Readonly<Record<string, unknown>> {
  const results = Object.entries(resultFiles).map(([name, { schema }]) => [
    `${name}.schema.json`,
    z.toJSONSchema(schema),
  ]);
  return {
    ...Object.fromEntries(results),
    'comparison.schema.json': z.toJSONSchema(comparisonSchema),
    'history.schema.json': z.toJSONSchema(historySchema),
    'live-finding.schema.json': z.toJSONSchema(liveFindingSchema),
    'traffic-line.schema.json': z.toJSONSchema(trafficLineSchema, { io: 'input' }),
    'deployment-config.schema.json': z.toJSONSchema(configSchema),
  };
}
