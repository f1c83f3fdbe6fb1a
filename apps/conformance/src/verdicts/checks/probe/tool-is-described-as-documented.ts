import { propertiesOf, requiredOf, typesOf, valuesOf } from '../../../deployment/vocabulary/schema.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { JsonSchema } from '../../../spec/description.ts';
import type { IntegrationTool, ToolParameter } from '../../../spec/spec.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const toolIsDescribedAsDocumented: Check = {
  id: 'probe.tool-is-described-as-documented',
  whenUnseen: 'the deployment lists no integration tool of this name with its parameters',
  judge: ({ probes }, { operations, tools = [], parameter }) => {
    const list = probes.find((probe) => operations.includes(probe.operation) && isList(probe));
    const described = list === undefined ? [] : tools.flatMap((tool) => describedIn(list, tool));
    return judgeEach(described, ({ list: shown, tool, schema }) => {
      const [first] = departures(tool, schema).filter(
        (one) => parameter === undefined || one.name === parameter,
      );
      return first && finding([shown], { expected: first.expected, observed: first.observed });
    });
  },
};

function isList(probe: Exchange): boolean {
  return probe.operation === 'listTools' && probe.credential === 'own' && succeeded(probe);
}

interface Described {
  readonly list: Exchange;
  readonly tool: IntegrationTool;
  readonly schema: JsonSchema;
}

/** Tools in MCP format say under `inputSchema` what they take. */
function describedIn(list: Exchange, tool: IntegrationTool): readonly Described[] {
  const body = parseJson(list.response?.body.text ?? '');
  const entry = Array.isArray(body)
    ? body.filter(isRecord).find(({ name }) => name === tool.name)
    : undefined;
  return isRecord(entry?.inputSchema) ? [{ list, tool, schema: entry.inputSchema }] : [];
}

interface Departure {
  /** Of the parameter. */
  readonly name: string;
  readonly expected: string;
  readonly observed: string;
}

function departures(tool: IntegrationTool, schema: JsonSchema): readonly Departure[] {
  const properties = new Map(propertiesOf(schema));
  const required = requiredOf(schema);
  const of = (name: string): string => `${name} of ${tool.name}`;
  const own = tool.parameters.flatMap((parameter): Departure[] => {
    const { name, type } = parameter;
    const found = properties.get(name);
    if (found === undefined)
      return [{ name, expected: `the parameter ${of(name)} (${type})`, observed: 'no such parameter' }];
    const wrong = wrongIn(parameter, { schema: found, isRequired: required.includes(name) });
    return wrong === undefined
      ? []
      : [{ name, expected: `${of(name)} to be ${wrong[0]}`, observed: wrong[1] }];
  });
  const others = required.filter((name) => !tool.parameters.some((one) => one.name === name));
  const more = others.map((name) => ({
    name,
    expected: `${tool.name} to do with its documented parameters`,
    observed: `${name} is required besides`,
  }));
  return [...own, ...more];
}

interface Property {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** What it should be and what it is; nothing where the description leaves that open. */
function wrongIn(
  { type, required, minimum, maximum, enum: values }: ToolParameter,
  { schema, isRequired }: Property,
): readonly [expected: string, observed: string] | undefined {
  const types = typesOf(schema);
  const isType = types.includes(type) || (type === 'integer' && types.includes('number'));
  if (types.length > 0 && !isType) return [`of the type ${type}`, `of the type ${types.join(' or ')}`];
  if (required && !isRequired) return ['required', 'not required'];
  // Some dialects require everything, and take null for what is left out.
  if (!required && isRequired && !types.includes('null')) return ['optional', 'required'];
  const { minimum: least, maximum: most } = schema;
  if (minimum !== undefined && typeof least === 'number' && least < minimum)
    return [`at least ${minimum}`, `at least ${least}`];
  if (maximum !== undefined && typeof most === 'number' && most > maximum)
    return [`at most ${maximum}`, `at most ${most}`];
  const chosen = valuesOf(schema)
    .filter((value) => value !== null)
    .map(String);
  if (values !== undefined && chosen.length > 0 && chosen.toSorted().join() !== values.toSorted().join())
    return [`one of ${values.join(', ')}`, `one of ${chosen.join(', ')}`];
  return undefined;
}
