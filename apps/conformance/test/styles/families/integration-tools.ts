import { loadSpec } from '../../../src/spec/load-spec.ts';
import type { IntegrationTool as IntegrationToolOfContract } from '../../../src/spec/spec.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Style } from '../style.ts';

interface IntegrationTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly toolset: string;
}

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Everything is required, and null stands for what is left out: how some models want it. */
function strict({ properties, required = [] }: JsonSchema): JsonSchema {
  const all = Object.entries(Object(properties)).map(([name, schema]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, isRequired ? schema : orNull(schema as JsonSchema)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(all),
    required: all.map(([name]) => name),
    additionalProperties: false,
  };
}

const documented = [
  ...new Map(
    (await loadSpec()).rules.flatMap(({ tools = [] }) => tools.map((tool) => [tool.name, tool] as const)),
  ).values(),
];

/** The parameters of a tool, as most describe them. */
function schemaOf(parameters: IntegrationToolOfContract['parameters']): JsonSchema {
  const properties = parameters.map(({ name, type, minimum, maximum, enum: values }) => [
    name,
    {
      type,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      ...(values === undefined ? {} : { enum: [...values] }),
    },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The integration tools, as a deployment may describe them. */
export function integrationTools({ choices }: Style): readonly IntegrationTool[] {
  const { integration } = choices.tools;
  if (integration === 'none') return [];
  const form = integration === 'answers' ? strict : (schema: JsonSchema) => schema;
  return documented.map(({ name, parameters }) => ({
    name,
    description: `Does ${name.slice('NOTIFIER_'.length).toLowerCase().replaceAll('_', ' ')}.`,
    inputSchema: form(schemaOf(parameters)),
    toolset: 'notifier',
  }));
}

/** What is wrong with the input of one that lists; undefined where nothing is. */
export function problemWith({
  limit = 1,
  cursor = '',
  active = true,
  modified_after = 0,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (!Number.isInteger(limit) || Number(limit) > 500) return 'limit must be an integer of at most 500';
  if (typeof active !== 'boolean') return 'active must be a boolean';
  if (typeof modified_after !== 'number') return 'modified_after must be a number';
  return typeof cursor === 'string' ? undefined : 'cursor must be a string';
}
