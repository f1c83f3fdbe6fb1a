import type { ConditionalRule, ObjectSchema, PropertySchema, ToolDefinition } from './gen/tool-definition.ts';

/** One thing to repair: where, and what is wanted there, in words that a model can act on. */
export interface Problem {
  /** Such as `url` or `items[0].text`; empty for the input as a whole. */
  path: string;
  message: string;
}

/**
 * What is wrong with an input of one tool: its types, limits and conditional rules. Unknown keys pass.
 * Unlike `validate`, it brings no other tool's definition into a bundle.
 */
export function validateInput({ inputSchema, rules }: ToolDefinition, input: unknown): Problem[] {
  const problems: Problem[] = [];
  if (!isObject(input)) return [{ path: '', message: 'The input must be an object' }];
  checkObject(inputSchema, input, { prefix: '', problems });
  for (const rule of rules) checkRule(rule, input, problems);
  return problems;
}

interface Place {
  prefix: string;
  problems: Problem[];
}

/** Loops instead of list functions, because a model's every call comes through here. */
function checkObject(
  schema: ObjectSchema,
  value: Record<string, unknown>,
  { prefix, problems }: Place,
): void {
  for (const name of schema.required ?? [])
    if (!has(value, name)) report(problems, prefix + name, 'is required');
  const { properties = {} } = schema;
  for (const name of Object.keys(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const given = value[name];
    if (!property || given === undefined) continue;
    const complaint = judgeProperty(property, given);
    if (complaint) report(problems, prefix + name, complaint);
    else if (property.items && Array.isArray(given))
      checkItems(property.items, given, { prefix: prefix + name, problems });
  }
}

function checkRule({ require, requireWhen }: ConditionalRule, input: Record<string, unknown>, to: Problem[]) {
  const { parameter, equals } = requireWhen;
  if (!has(input, parameter) || input[parameter] !== equals) return;
  for (const name of require)
    if (!has(input, name)) report(to, name, `is required when ${parameter} is ${equals}`);
}

function judgeProperty(schema: PropertySchema, value: unknown): string | undefined {
  if (schema.type === 'string') return judgeString(schema, value);
  if (schema.type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (schema.type === 'array') return Array.isArray(value) ? undefined : 'must be an array';
  return judgeNumber(schema, value);
}

function judgeString({ enum: allowed }: PropertySchema, value: unknown): string | undefined {
  if (allowed && !(allowed as readonly unknown[]).includes(value))
    return `must be one of: ${allowed.join(', ')}`;
  return typeof value === 'string' ? undefined : 'must be a string';
}

function judgeNumber({ type, minimum, maximum }: PropertySchema, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' && !Number.isInteger(value)) return 'must be an integer';
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  return undefined;
}

function checkItems(items: ObjectSchema, value: readonly unknown[], { prefix, problems }: Place): void {
  for (const [index, item] of value.entries()) {
    const path = `${prefix}[${index}]`;
    if (isObject(item)) checkObject(items, item, { prefix: `${path}.`, problems });
    else report(problems, path, 'must be an object');
  }
}

function report(problems: Problem[], path: string, wanted: string): void {
  problems.push({ path, message: `${path} ${wanted}` });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An undefined value is one that JSON would leave out. */
function has(value: Record<string, unknown>, name: string): boolean {
  return value[name] !== undefined && Object.hasOwn(value, name);
}
