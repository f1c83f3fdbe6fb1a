import { type Field, fieldForms } from './fields.ts';
import { fits } from './fits.ts';
import { keptOf } from './further.ts';
import type { JsonSchema } from './json-schema.ts';
import { promptFromWire, promptSchema } from './prompt-form.ts';
import { requestShapes } from './schemas.ts';
import type { Demand, Style } from './style.ts';
import { amounts, nameOf } from './wire.ts';

/** A body by the fields that the interface names; attributes are those that only this style has. */
export interface Values {
  readonly fields: Readonly<Partial<Record<Field, unknown>>>;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Problem {
  readonly at: 'body' | 'query' | 'path';
  readonly name: string;
  readonly what: 'missing' | 'invalid' | 'unknown';
}

/** One property of a request: under which name, in which form, for which field. */
export interface Property {
  readonly name: string;
  readonly field: Field | undefined;
  readonly json: JsonSchema;
  readonly required: boolean;
  readonly about: string;
}

/** Everything that a request of this schema may carry in this style. */
export function propertiesOf(style: Style, schema: string): readonly Property[] {
  const { required = [], optional = [] } = requestShapes[schema] ?? {};
  const named = [...required, ...optional].map((field) => ({
    name: nameOf(style, schema, field),
    field,
    json: fieldSchema(style, field),
    required: required.includes(field),
    about: aboutField(style, field),
  }));
  const demanded = (style.wire.demands[schema] ?? []).map((demand: Demand) => ({
    ...demand,
    field: undefined,
    about: `The ${demand.name}.`,
  }));
  return [...named, ...demanded];
}

/** How a deployment's document describes a field. */
export function aboutField({ wire }: Style, field: Field): string {
  const { visibility } = wire;
  if (field !== 'visibility' || visibility.form === 'words') return fieldForms[field].about;
  return `Whether it is ${visibility.trueMeans}.`;
}

/** How a field looks on the wire of a style. */
export function fieldSchema(style: Style, field: Field): JsonSchema {
  const { visibility, positions, prompt } = style.wire;
  if (field === 'chat_prompt') return promptSchema(prompt, fieldForms.chat_prompt.json);
  if (field === 'visibility') {
    return visibility.form === 'flag'
      ? { type: 'boolean' }
      : { type: 'string', enum: [visibility.private, visibility.public] };
  }
  if (field === 'positions') {
    return { type: 'array', items: positions === 'ids' ? fieldForms.file_id.json : pairSchema(style) };
  }
  if (amounts.includes(field) && style.wire.amounts === 'texts') return { type: 'string' };
  const { json } = fieldForms[field];
  return json.type === 'boolean' && style.wire.flags === 'numbers' ? { type: 'integer', enum: [0, 1] } : json;
}

function pairSchema(style: Style): JsonSchema {
  const [file, position] = pairNames(style);
  return {
    type: 'object',
    properties: { [file]: partSchema(style, 'file_id'), [position]: partSchema(style, 'position') },
    required: [file, position],
  };
}

function partSchema({ document }: Style, field: 'file_id' | 'position'): JsonSchema {
  const { json, about } = fieldForms[field];
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
  return problems.length > 0 ? problems : sortOut(style, schema, given);
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function problemsWith({ name, json, required }: Property, value: unknown): Problem[] {
  if (value === undefined) return required ? [{ at: 'body', name, what: 'missing' }] : [];
  return fits(json, value) ? [] : [{ at: 'body', name, what: 'invalid' }];
}

function sortOut(style: Style, schema: string, given: Readonly<Record<string, unknown>>): Values {
  const present = propertiesOf(style, schema).filter(({ name }) => given[name] !== undefined);
  const fields = present.flatMap(({ name, field }) =>
    field === undefined ? [] : [[field, decodeValue(style, field, given[name])]],
  );
  const attributes = present
    .filter(({ field }) => field === undefined)
    .map(({ name }) => [name, given[name]]);
  return {
    fields: Object.fromEntries(fields),
    attributes: keptOf(schema, Object.fromEntries(attributes), style.choices.further),
  };
}

function decodeValue({ wire }: Style, field: Field, value: unknown): unknown {
  if (field === 'chat_prompt') return promptFromWire(wire.prompt, value);
  if (field !== 'visibility') return value;
  const form = wire.visibility;
  const isPrivate = form.form === 'words' ? value === form.private : (form.trueMeans === 'private') === value;
  return isPrivate ? 'private' : 'public';
}
