import { definitions, type ToolName } from './gen/definitions.ts';
import type { ToolInputs } from './gen/inputs.ts';
import type { ConditionalRule, ObjectSchema, PropertySchema, ToolDefinition } from './gen/tool-definition.ts';

/** One thing to repair: where, and what is wanted there, in words that a model can act on. */
export interface Problem {
  /** Such as `url` or `items[0].text`; empty for the input as a whole. */
  path: string;
  message: string;
}

export type Validation<T> = { ok: true; input: T } | { ok: false; problems: Problem[] };

const byName: ReadonlyMap<string, ToolDefinition> = new Map(definitions.map((each) => [each.name, each]));

/**
 * Judges the input of a tool by its types, limits and conditional rules. Unknown keys pass.
 * @throws {TypeError} when there is no tool of this name.
 */
export function validate<Name extends ToolName>(name: Name, input: unknown): Validation<ToolInputs[Name]> {
  const definition = byName.get(name);
  if (!definition)
    throw new TypeError(`There is no tool ${name}. Use one of: ${[...byName.keys()].join(', ')}.`);
  const problems = [
    ...checkObject(definition.inputSchema, input, ''),
    ...checkRules(definition.rules, input),
  ];
  // The checks above cover everything that the generated type says.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, input: input as ToolInputs[Name] };
}

function checkObject(
  { properties = {}, required = [] }: ObjectSchema,
  value: unknown,
  path: string,
): Problem[] {
  if (!isObject(value)) return [{ path, message: `${path || 'The input'} must be an object` }];
  const missing = required
    .filter((name) => !has(value, name))
    .map((name) => problem(join(path, name), 'is required'));
  const wrong = Object.entries(properties).flatMap(([name, schema]) =>
    has(value, name) ? checkProperty(schema, value[name], join(path, name)) : [],
  );
  return [...missing, ...wrong];
}

function checkRules(rules: readonly ConditionalRule[], input: unknown): Problem[] {
  if (!isObject(input)) return [];
  return rules
    .filter(({ requireWhen: { parameter, equals } }) => has(input, parameter) && input[parameter] === equals)
    .flatMap(({ require, requireWhen: { parameter, equals } }) =>
      require
        .filter((name) => !has(input, name))
        .map((name) => problem(name, `is required when ${parameter} is ${equals}`)),
    );
}

function checkProperty(schema: PropertySchema, value: unknown, path: string): Problem[] {
  if (schema.enum) return checkEnum(schema.enum, value, path);
  if (schema.type === 'array') return checkArray(schema, value, path);
  if (schema.type === 'integer' || schema.type === 'number') return checkNumber(schema, value, path);
  if (typeof value === schema.type) return [];
  return [problem(path, `must be a ${schema.type}`)];
}

function checkEnum(allowed: readonly string[], value: unknown, path: string): Problem[] {
  const known = allowed.some((each) => each === value);
  return known ? [] : [problem(path, `must be one of: ${allowed.join(', ')}`)];
}

function checkArray({ items }: PropertySchema, value: unknown, path: string): Problem[] {
  if (!Array.isArray(value)) return [problem(path, 'must be an array')];
  return items ? value.flatMap((item, index) => checkObject(items, item, `${path}[${index}]`)) : [];
}

function checkNumber({ type, minimum, maximum }: PropertySchema, value: unknown, path: string): Problem[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return [problem(path, `must be a number`)];
  if (type === 'integer' && !Number.isInteger(value)) return [problem(path, 'must be an integer')];
  if (minimum !== undefined && value < minimum) return [problem(path, `must be at least ${minimum}`)];
  if (maximum !== undefined && value > maximum) return [problem(path, `must be at most ${maximum}`)];
  return [];
}

function problem(path: string, message: string): Problem {
  return { path, message: `${path} ${message}` };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An undefined value is one that JSON would leave out. */
function has(value: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}
