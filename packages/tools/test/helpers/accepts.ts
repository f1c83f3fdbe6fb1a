import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ModelCall, Toolset } from '../../src/dialects/toolset.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/** Whether the schema that a provider gets allows the call, as a validator of JSON Schema sees it. */
export function accepts({ compiled: tools, dialect }: Toolset, call: ModelCall): boolean {
  const text = JSON.stringify(tools.find(({ name }) => name === call.name)?.schema);
  const readable = dialect.upperCaseTypes
    ? text.replace(/"type":"([A-Z]+)"/g, (_all, type: string) => `"type":"${type.toLowerCase()}"`)
    : text;
  const validate = compiled.get(readable) ?? ajv.compile(JSON.parse(readable));
  compiled.set(readable, validate);
  return validate(call.arguments);
}
