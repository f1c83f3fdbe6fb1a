import type { ObjectSchema, PropertySchema } from '../gen/tool-definition.ts';
import type { NamedDefinition } from './compile-tool.ts';
import { describeKeyword, describeRule } from './describe.ts';

/** One thing that the manifest says of a tool, and that an adapter may lose. */
export interface Fact {
  /** Such as `limit` or `items[].text`; empty for the tool as a whole. */
  path: string;
  kind:
    | 'type'
    | 'required'
    | 'enum'
    | 'minimum'
    | 'maximum'
    | 'default'
    | 'examples'
    | 'note'
    | 'rule'
    | 'open';
  /** The words that describe it where a schema can't. */
  sentence: string;
}

/** Facts that forbid something, so that an input can break them. */
export const rules: readonly Fact['kind'][] = ['type', 'required', 'enum', 'minimum', 'maximum', 'rule'];

/** Everything that the manifest says of a tool's input. */
export function listFacts({ inputSchema, rules: conditions }: NamedDefinition): Fact[] {
  return [
    ...objectFacts(inputSchema, ''),
    ...conditions.map((rule): Fact => ({ path: '', kind: 'rule', sentence: describeRule(rule) })),
    { path: '', kind: 'open', sentence: 'Unknown keys are allowed.' },
  ];
}

function objectFacts({ properties = {}, required = [] }: ObjectSchema, prefix: string): Fact[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix + name;
    const demanded: Fact = { path, kind: 'required', sentence: `${name} is required.` };
    return [...(required.includes(name) ? [demanded] : []), ...propertyFacts(schema, path)];
  });
}

function propertyFacts(schema: PropertySchema, path: string): Fact[] {
  const { type = 'string', enum: values, description, items } = schema;
  const facts: Fact[] = [{ path, kind: 'type', sentence: `${type}` }];
  if (values) facts.push({ path, kind: 'enum', sentence: `One of: ${values.join(', ')}.` });
  for (const kind of ['minimum', 'maximum', 'default', 'examples'] as const) {
    const sentence = describeKeyword(schema, kind);
    if (sentence !== undefined) facts.push({ path, kind, sentence });
  }
  if (description) facts.push({ path, kind: 'note', sentence: description });
  return items ? [...facts, ...objectFacts(items, `${path}[].`)] : facts;
}
