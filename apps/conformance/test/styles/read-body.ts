import { fields, type Role } from './fields.ts';
import { fits } from './fits.ts';
import type { JsonSchema } from './json-schema.ts';
import { promptFromWire, promptSchema } from './prompt-form.ts';
import { requestShapes } from './schemas.ts';
import type { Demand, Style } from './style.ts';
import { nameOf } from './wire.ts';

/** A body by roles; attributes are the fields that only this style has. */
export interface Values {
  readonly roles: Readonly<Partial<Record<Role, unknown>>>;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Problem {
  readonly at: 'body' | 'query' | 'path';
  readonly name: string;
  readonly what: 'missing' | 'invalid' | 'unknown';
}

/** One property of a request: under which name, in which form, for which role. */
export interface Property {
  readonly name: string;
  readonly role: Role | undefined;
  readonly json: JsonSchema;
  readonly required: boolean;
  readonly about: string;
}

/** Everything that a request of this schema may carry in this style. */
export function propertiesOf(style: Style, schema: string): readonly Property[] {
  const { required = [], optional = [] } = requestShapes[schema] ?? {};
  const named = [...required, ...optional].map((role) => ({
    name: nameOf(style, schema, role),
    role,
    json: roleSchema(style, role),
    required: required.includes(role),
    about: aboutRole(style, role),
  }));
  const demanded = (style.wire.demands[schema] ?? []).map((demand: Demand) => ({
    ...demand,
    role: undefined,
    about: `The ${demand.name}.`,
  }));
  return [...named, ...demanded];
}

/** How a deployment's document describes a role. */
export function aboutRole({ wire }: Style, role: Role): string {
  const { visibility } = wire;
  if (role !== 'visibility' || visibility.form === 'words') return fields[role].about;
  return `Whether it is ${visibility.trueMeans}.`;
}

/** How a role looks on the wire of a style. */
export function roleSchema(style: Style, role: Role): JsonSchema {
  const { visibility, positions, prompt } = style.wire;
  if (role === 'chat_prompt') return promptSchema(prompt, fields.chat_prompt.json);
  if (role === 'visibility') {
    return visibility.form === 'flag'
      ? { type: 'boolean' }
      : { type: 'string', enum: [visibility.private, visibility.public] };
  }
  if (role === 'positions') {
    return { type: 'array', items: positions === 'ids' ? fields.file_id.json : pairSchema(style) };
  }
  return fields[role].json;
}

function pairSchema(style: Style): JsonSchema {
  const [file, position] = pairNames(style);
  return {
    type: 'object',
    properties: { [file]: partSchema(style, 'file_id'), [position]: partSchema(style, 'position') },
    required: [file, position],
  };
}

function partSchema({ document }: Style, role: 'file_id' | 'position'): JsonSchema {
  const { json, about } = fields[role];
  return document.descriptions ? { ...json, description: about } : json;
}

export function pairNames(style: Style): [file: string, position: string] {
  const schema = 'AgentFileResponse';
  return [nameOf(style, schema, 'file_id'), nameOf(style, schema, 'position')];
}

export function readBody(style: Style, schema: string, body: unknown): Values | readonly Problem[] {
  const { requestEnvelope, strict } = style.wire;
  const inner = requestEnvelope === undefined ? body : asObject(body)?.[requestEnvelope];
  const given = asObject(inner);
  if (given === undefined) return [{ at: 'body', name: requestEnvelope ?? '', what: 'invalid' }];
  const properties = propertiesOf(style, schema);
  const known = new Set(properties.map(({ name }) => name));
  const unknown = strict ? Object.keys(given).filter((name) => !known.has(name)) : [];
  const problems = [
    ...properties.flatMap((property) => problemsWith(property, given[property.name])),
    ...unknown.map((name): Problem => ({ at: 'body', name, what: 'unknown' })),
  ];
  return problems.length > 0 ? problems : sortOut(style, properties, given);
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function problemsWith({ name, json, required }: Property, value: unknown): Problem[] {
  if (value === undefined) return required ? [{ at: 'body', name, what: 'missing' }] : [];
  return fits(json, value) ? [] : [{ at: 'body', name, what: 'invalid' }];
}

function sortOut(
  style: Style,
  properties: readonly Property[],
  given: Readonly<Record<string, unknown>>,
): Values {
  const present = properties.filter(({ name }) => given[name] !== undefined);
  const roles = present.flatMap(({ name, role }) =>
    role === undefined ? [] : [[role, decodeValue(style, role, given[name])]],
  );
  const attributes = present.filter(({ role }) => role === undefined).map(({ name }) => [name, given[name]]);
  return { roles: Object.fromEntries(roles), attributes: Object.fromEntries(attributes) };
}

function decodeValue({ wire }: Style, role: Role, value: unknown): unknown {
  if (role === 'chat_prompt') return promptFromWire(wire.prompt, value);
  if (role !== 'visibility') return value;
  const form = wire.visibility;
  const isPrivate = form.form === 'words' ? value === form.private : (form.trueMeans === 'private') === value;
  return isPrivate ? 'private' : 'public';
}
