import type { ToolName } from '../gen/definitions.ts';
import type { JsonSchema } from './compile-schema.ts';
import type { CompiledTool, NamedDefinition } from './compile-tool.ts';
import { isSameJson } from './is-same-json.ts';
import { type Fact, listFacts, rules } from './list-facts.ts';

/**
 * What became of a fact: `kept` in the schema; `described` in words that the model reads; `checked locally` only, when
 * a call is decoded; `rejected` by the dialect, so that nothing carries it.
 */
export type Fate = 'kept' | 'described' | 'checked locally' | 'rejected';

export interface FidelityLine extends Fact {
  tool: ToolName;
  fate: Fate;
  /** Whether decoding a call judges it, whatever its fate. */
  checkedLocally: boolean;
}

/** What became of everything that the manifest says of one tool, read off the schemas that were made of it. */
export function judgeFidelity(
  definition: NamedDefinition,
  compiled: readonly CompiledTool[],
): FidelityLine[] {
  return listFacts(definition).map((fact) => {
    const checkedLocally = rules.includes(fact.kind);
    return {
      tool: definition.name,
      ...fact,
      fate: fateOf(fact, { definition, compiled, checkedLocally }),
      checkedLocally,
    };
  });
}

interface Subject {
  definition: NamedDefinition;
  compiled: readonly CompiledTool[];
  checkedLocally: boolean;
}

function fateOf(fact: Fact, { definition, compiled, checkedLocally }: Subject): Fate {
  const shapes = compiled.flatMap((tool) => shapesOf(tool).map((schema) => ({ tool, schema })));
  if (shapes.every(({ tool, schema }) => keeps(fact, { tool, schema, definition }))) return 'kept';
  if (shapes.every(({ tool, schema }) => describes(fact, tool, schema))) return 'described';
  return checkedLocally ? 'checked locally' : 'rejected';
}

/** The object schemas that an input is matched against: one, or one per branch of the envelope. */
function shapesOf({ schema, envelope }: CompiledTool): JsonSchema[] {
  if (envelope === undefined) return [schema];
  const branches = child(child(schema, 'properties'), envelope)?.anyOf;
  return Array.isArray(branches) ? branches : [];
}

interface Shape {
  tool: CompiledTool;
  schema: JsonSchema;
  definition: NamedDefinition;
}

function keeps(fact: Fact, { tool, schema, definition }: Shape): boolean {
  if (fact.kind === 'rule') return keepsRules(schema, tool, definition);
  if (fact.kind === 'open') return schema.additionalProperties !== false;
  if (tool.implied?.parameter === fact.path) return true;
  const wanted = propertyAt(definition.inputSchema, fact.path);
  const found = propertyAt(schema, fact.path);
  if (!wanted.property || !found.property) return false;
  return keepsOfProperty(fact, { wanted: wanted.property, found: found.property, required: found.required });
}

function keepsOfProperty(
  { kind, path, sentence }: Fact,
  { wanted, found, required }: { wanted: JsonSchema; found: JsonSchema; required: readonly unknown[] },
): boolean {
  if (kind === 'required') return required.includes(path.split('.').at(-1));
  if (kind === 'type') return String([found.type].flat()[0]).toLowerCase() === wanted.type;
  if (kind === 'note') return String(found.description ?? '').includes(sentence);
  if (kind === 'enum') return isSubset(found.enum, wanted.enum);
  return isSameJson(found[kind], wanted[kind]);
}

/** A branch holds one of the values, all branches together hold them all. */
function isSubset(found: unknown, wanted: unknown): boolean {
  return (
    Array.isArray(found) &&
    Array.isArray(wanted) &&
    found.every((each) => each === null || wanted.includes(each))
  );
}

/** As if/then, or as plain requirements of the shape that stands for the rule's value. */
function keepsRules(
  schema: JsonSchema,
  { implied }: CompiledTool,
  { inputSchema, rules: list }: NamedDefinition,
): boolean {
  if (schema.allOf !== undefined) return isSameJson(schema.allOf, inputSchema.allOf);
  return list.every(({ require, requireWhen: { parameter, equals } }) => {
    const tag = implied?.value ?? [propertyAt(schema, parameter).property?.enum].flat();
    const required = [schema.required].flat();
    const isSingle = typeof tag === 'string' || tag.length === 1;
    return isSingle && (![tag].flat().includes(equals) || require.every((name) => required.includes(name)));
  });
}

function describes({ path, sentence }: Fact, tool: CompiledTool, schema: JsonSchema): boolean {
  const place = path === '' ? tool : propertyAt(schema, path).property;
  return String(place?.description ?? '').includes(sentence);
}

/** The schema of `limit` or `items[].text`, and the required names beside it. */
function propertyAt(root: unknown, path: string): { property?: JsonSchema; required: readonly unknown[] } {
  const [name = '', ...rest] = path.split('[].');
  const property = child(child(root, 'properties'), name);
  if (rest.length > 0) return propertyAt(property?.items, rest.join('[].'));
  const required = isSchema(root) && Array.isArray(root.required) ? root.required : [];
  return { ...(property && { property }), required };
}

function child(schema: unknown, name: string): JsonSchema | undefined {
  const value = isSchema(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
  return isSchema(value) ? value : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
