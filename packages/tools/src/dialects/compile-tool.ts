import type { ToolName } from '../gen/definitions.ts';
import type { ToolDefinition } from '../gen/tool-definition.ts';
import { compileObject, type JsonSchema, schemaWhen, withoutProperty } from './compile-schema.ts';
import { describeRule, joinSentences } from './describe.ts';
import type { Carry, Dialect } from './dialect.ts';

export type NamedDefinition = ToolDefinition & { readonly name: ToolName };

/** A tool as a model sees it, and what is needed to undo it. */
export interface CompiledTool {
  /** What the model calls: the tool's name, or a variant's where a tool was split. */
  readonly name: string;
  readonly tool: ToolName;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Property that wraps the input. */
  readonly envelope?: string;
  /** Property that the variant's name stands for. */
  readonly implied?: { readonly parameter: string; readonly value: string };
}

/**
 * Writes a tool in a dialect: one tool, or one per value where the rules are carried by a split.
 * @throws {TypeError} when the dialect can't carry rules that way, or refuses the name.
 */
export function compileTool(
  definition: NamedDefinition,
  dialect: Dialect,
  carry: Carry = dialect.carries[0],
): CompiledTool[] {
  if (!dialect.carries.includes(carry))
    throw new TypeError(
      `${dialect.name} can't carry rules as ${carry}. Use one of: ${dialect.carries.join(', ')}.`,
    );
  const compiled =
    definition.rules.length === 0 ? [compileFlat(definition, dialect)] : carriers[carry](definition, dialect);
  const long = compiled.find(({ name }) => name.length > dialect.nameLimit);
  if (long)
    throw new TypeError(`${dialect.name} refuses names over ${dialect.nameLimit} characters: ${long.name}.`);
  return compiled;
}

const carriers: Record<Carry, (definition: NamedDefinition, dialect: Dialect) => CompiledTool[]> = {
  flat: (definition, dialect) => [compileFlat(definition, dialect)],
  conditional: (definition) => [compileConditional(definition)],
  envelope: (definition, dialect) => [compileEnvelope(definition, dialect)],
  split: compileSplit,
};

function compileFlat(definition: NamedDefinition, dialect: Dialect): CompiledTool {
  const { name, purpose, inputSchema, rules } = definition;
  return {
    name,
    tool: name,
    description: joinSentences([purpose, ...rules.map(describeRule)]) ?? purpose,
    schema: compileObject(inputSchema, dialect),
  };
}

function compileConditional({ name, purpose, inputSchema }: NamedDefinition): CompiledTool {
  const { $schema: _dialect, ...schema } = inputSchema;
  return { name, tool: name, description: purpose, schema };
}

function compileEnvelope(definition: NamedDefinition, dialect: Dialect): CompiledTool {
  const { name, purpose, inputSchema, rules } = definition;
  const envelope = name.split('_').at(-1)?.toLowerCase() ?? 'input';
  const branches = variantsOf(definition).map((variant) =>
    compileObject(schemaWhen(inputSchema, rules, variant), dialect),
  );
  const wrapped = { type: 'object', properties: {}, required: [envelope] } as const;
  const outer = compileObject(wrapped, { ...dialect, absent: 'omitted' });
  return {
    name,
    tool: name,
    description: purpose,
    schema: { ...outer, properties: { [envelope]: { anyOf: branches } } },
    envelope,
  };
}

function compileSplit(definition: NamedDefinition, dialect: Dialect): CompiledTool[] {
  const { name, purpose, inputSchema, rules } = definition;
  return variantsOf(definition).map((implied) => {
    const schema = withoutProperty(schemaWhen(inputSchema, rules, implied), implied.parameter);
    return {
      name: `${name}_${implied.value.toUpperCase()}`,
      tool: name,
      description: `${purpose}. Its ${implied.parameter} is ${implied.value}.`,
      schema: compileObject(schema, dialect),
      implied,
    };
  });
}

/** The values that the rules tell apart, and those that they leave alone. */
function variantsOf({ rules, inputSchema }: NamedDefinition): { parameter: string; value: string }[] {
  const parameter = rules[0]?.requireWhen.parameter ?? '';
  const values = inputSchema.properties?.[parameter]?.enum ?? [];
  return values.map((value) => ({ parameter, value }));
}
