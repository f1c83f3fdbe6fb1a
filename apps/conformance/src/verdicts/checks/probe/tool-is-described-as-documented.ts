import { propertiesOf, requiredOf, typesOf, valuesOf } from '../../../deployment/field-mapping/schema.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import type { JsonSchema } from '../../../spec/description.ts';
import type { IntegrationTool, ToolParameter } from '../../../spec/spec.ts';
import { bodyIn } from '../../bodies.ts';
import type { Expectation } from '../../findings/expectation.ts';
import { type Departure, finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolIsDescribedAsDocumented: Check = {
  id: 'probe.tool-is-described-as-documented',
  drivenBy: 'probes',
  evidence: ['tool-listed'],
  needs: [],
  judge: ({ user }, { operations, tools = [], parameter }) => {
    const list = user.find((probe) => operations.includes(probe.operation) && isList(probe));
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
  return probe.operation === 'listTools' && probe.identity === 'own' && succeeded(probe);
}

interface Described {
  readonly list: Exchange;
  readonly tool: IntegrationTool;
  readonly schema: JsonSchema;
}

/** Tools in MCP format say under `inputSchema` what they take. */
function describedIn(list: Exchange, tool: IntegrationTool): readonly Described[] {
  const body = bodyIn(list);
  const entry = Array.isArray(body)
    ? body.filter(isRecord).find(({ name }) => name === tool.name)
    : undefined;
  return isRecord(entry?.inputSchema) ? [{ list, tool, schema: entry.inputSchema }] : [];
}

interface DescribedDeparture extends Departure {
  /** Of the parameter. */
  readonly name: string;
}

function departures(tool: IntegrationTool, schema: JsonSchema): readonly DescribedDeparture[] {
  const properties = new Map(propertiesOf(schema));
  const required = requiredOf(schema);
  const own = tool.parameters.flatMap((parameter): DescribedDeparture[] => {
    const { name } = parameter;
    const found = properties.get(name);
    const wrong =
      found === undefined
        ? ({ aspect: 'presence', expected: true, observed: false } as const)
        : wrongIn(parameter, { schema: found, isRequired: required.includes(name) });
    if (wrong === undefined) return [];
    const { aspect, expected, observed } = wrong;
    return [
      {
        name,
        expected: { kind: 'parameter', tool: tool.name, parameter: name, aspect, value: expected },
        observed: { kind: 'parameter', value: observed },
      },
    ];
  });
  const others = required.filter((name) => !tool.parameters.some((one) => one.name === name));
  const more = others.map(
    (name): DescribedDeparture => ({
      name,
      expected: { kind: 'parameter', tool: tool.name, parameter: name, aspect: 'required', value: false },
      observed: { kind: 'other-parameter', parameter: name },
    }),
  );
  return [...own, ...more];
}

interface Property {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

interface Wrong {
  readonly aspect: Extract<Expectation, { kind: 'parameter' }>['aspect'];
  readonly expected: unknown;
  readonly observed: unknown;
}

/** What it should be and what it is; nothing where the description leaves that open. */
function wrongIn(parameter: ToolParameter, { schema, isRequired }: Property): Wrong | undefined {
  const { type, required, enum: values } = parameter;
  const types = typesOf(schema);
  const isType = types.includes(type) || (type === 'integer' && types.includes('number'));
  if (types.length > 0 && !isType) return { aspect: 'type', expected: [type], observed: types };
  if (required && !isRequired) return { aspect: 'required', expected: true, observed: false };
  // Some dialects require everything, and take null for what is left out.
  if (!required && isRequired && !types.includes('null'))
    return { aspect: 'required', expected: false, observed: true };
  const wrongNumber = wrongNumberIn(parameter, schema);
  if (wrongNumber !== undefined) return wrongNumber;
  const chosen = valuesOf(schema)
    .filter((value) => value !== null)
    .map(String);
  if (values !== undefined && chosen.length > 0 && chosen.toSorted().join() !== values.toSorted().join())
    return { aspect: 'enum', expected: values, observed: chosen };
  return undefined;
}

/** Bounds that are wider than documented, or another default. */
function wrongNumberIn(
  { minimum, maximum, default: usual }: ToolParameter,
  schema: JsonSchema,
): Wrong | undefined {
  const { minimum: least, maximum: most, default: other } = schema;
  if (minimum !== undefined && typeof least === 'number' && least < minimum)
    return { aspect: 'minimum', expected: minimum, observed: least };
  if (maximum !== undefined && typeof most === 'number' && most > maximum)
    return { aspect: 'maximum', expected: maximum, observed: most };
  if (usual !== undefined && typeof other === 'number' && other !== usual)
    return { aspect: 'default', expected: usual, observed: other };
  return undefined;
}
