import * as z from 'zod';
import { configSchema } from '../deployment/config.ts';
import { recordOf } from '../json/json-record.ts';
import { comparisonSchema } from '../report/comparison/comparison.ts';
import { historySchema } from '../report/history/history.ts';
import { liveFindingSchema } from '../report/live-finding-schema.ts';
import { trafficLineSchema } from '../traffic/read-line.ts';
import { resultFiles } from './result-files.ts';

/**
 * The published JSON Schemas, by file name. Of a file with lines, that of each line.
 *
 * @param bindable what a config may bind, for editors to complete
 */
export function jsonSchemas(
  bindable: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, unknown>> {
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
    'deployment-config.schema.json': configJsonSchema(bindable),
  };
}

/** Which names there are to bind is written in the contract, and not in the form of a config. */
function configJsonSchema(bindable: ReadonlyMap<string, readonly string[]>): unknown {
  const records = [...bindable].map(([record, names]) => [
    record,
    {
      $ref: '#/$defs/binding',
      properties: { fields: { properties: Object.fromEntries(names.map((name) => [name, true])) } },
    },
  ]);
  const { properties, $defs, ...config } = z.toJSONSchema(configSchema);
  const { propertyNames, additionalProperties: binding, ...bindings } = recordOf(properties?.bindings);
  return {
    ...config,
    properties: {
      ...properties,
      bindings: { ...bindings, additionalProperties: false, properties: Object.fromEntries(records) },
    },
    $defs: { ...$defs, binding },
  };
}
