import { colors } from './families/colors.ts';
import { type Field, fieldForms } from './fields.ts';
import { furtherIn, isIgnored } from './further.ts';
import type { JsonSchema } from './json-schema.ts';
import { aboutField, fieldSchema, type Property, propertiesOf } from './read-body.ts';
import { queryOf } from './read-call.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { answerShapes, requestShapes, toolsOf } from './schemas.ts';
import type { Style } from './style.ts';
import { envelopeOf, fillingOf, isBare, nameOf, shownFields, spell } from './wire.ts';

/** The OpenAPI document that a deployment of this style would publish. */
export function describe(style: Style, origin: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = pathIn(style, route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(style, route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `Agents, ${style.name}`, version: '7.3' },
    servers: [{ url: `${origin}${style.basePath}` }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      ...(style.document.refs ? { schemas: allSchemas(style) } : {}),
    },
  };
}

function parameterName({ wire, document }: Style, name: string): string {
  return document.pathNames === 'interface' ? name : spell(name, wire.words);
}

function pathIn(style: Style, { path }: Route): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `{${parameterName(style, name)}}`);
}

function operation(style: Style, route: Route): JsonSchema {
  const success = `${route.success ?? 200}`;
  return {
    ...operationId(style, route),
    ...(route.open ? { security: [] } : {}),
    parameters: [...pathParameters(style, route), ...queryParameters(style, route)],
    ...requestBody(style, route),
    responses: {
      [success]: { description: 'Success', ...content(answerSchema(style, route)) },
      ...Object.fromEntries(route.statuses.map((status) => [`${status}`, { description: 'Refused' }])),
      '422': { description: 'Not valid', ...validationContent(style) },
    },
  };
}

function operationId({ document }: Style, { method, path }: Route): JsonSchema {
  const words = `${method.toLowerCase()}${path.replaceAll(/[^a-z]+/g, '_')}`.replace(/_$/, '');
  if (document.operationIds === 'none') return {};
  return { operationId: document.operationIds === 'snake' ? words : spell(words, 'camel') };
}

function pathParameters(style: Style, { path, ids = {} }: Route): JsonSchema[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => {
    const forms = { uuid: { type: 'string', format: 'uuid' }, integer: { type: 'integer' } };
    const form = ids[name];
    const schema = form === undefined ? { type: 'string' } : forms[form];
    return { name: parameterName(style, name), in: 'path', required: true, schema };
  });
}

function queryParameters(style: Style, route: Route): JsonSchema[] {
  return queryOf(route, style).map(({ name, json, required = false }) => ({
    name,
    in: 'query',
    required,
    schema: json,
  }));
}

function requestBody(style: Style, { method, input, optionalInput, path }: Route): JsonSchema {
  // A tool's input and a provider's event have no schema of their own.
  if (/tools\/run|webhook/.test(path)) return { requestBody: content({ type: 'object' }) };
  if (input === undefined) return {};
  const isLenient = method === 'PUT' && style.choices.chats.putWithoutPrompt === 'kept';
  const prompt = nameOf(style, 'AgentRequest', 'chat_prompt');
  const schema =
    isLenient && input === 'AgentRequest' ? requestSchema(style, input, prompt) : refTo(style, input);
  return { requestBody: { required: !optionalInput, ...content(schema) } };
}

function content(schema: JsonSchema | undefined): JsonSchema {
  return schema === undefined ? {} : { content: { 'application/json': { schema } } };
}

function validationContent(style: Style): JsonSchema {
  const type = style.errors.validation === 'problem' ? 'application/problem+json' : 'application/json';
  return { content: { [type]: { schema: refTo(style, 'HTTPValidationError') } } };
}

function answerSchema(
  style: Style,
  { answer, unspecified, many, success, path }: Route,
): JsonSchema | undefined {
  if (success === 204) return undefined;
  if (answer === undefined) return unspecified === undefined ? plain(path) : otherSchema(style, unspecified);
  const one = refTo(style, outputName(answer));
  if (path.endsWith('/theme')) return { anyOf: [one, { type: 'null' }] };
  return many ? { type: 'array', items: one } : one;
}

function plain(path: string): JsonSchema {
  return path.includes('cli-auth') ? { type: ['string', 'null'] } : {};
}

function otherSchema(style: Style, schema: string): JsonSchema {
  switch (fillingOf(style, schema)) {
    case 'record':
      return refTo(style, schema);
    case 'wrapped':
      return { type: 'object', properties: { [nameOf(style, schema, 'items')]: refTo(style, schema) } };
    case 'words':
      return { type: 'string' };
    case 'null':
      return { type: 'null' };
  }
}

function refTo(style: Style, schema: string): JsonSchema {
  return style.document.refs ? { $ref: `#/components/schemas/${schema}` } : schemaOf(style, schema);
}

/** What is both sent and answered has a schema for each, as FastAPI names them. */
function outputName(name: string): string {
  return name in requestShapes && name in answerShapes ? `${name}${output}` : name;
}

const output = '-Output';

function allSchemas(style: Style): Record<string, JsonSchema> {
  const answers = Object.keys(answerShapes).map(outputName);
  const names = ['HTTPValidationError', ...answers, ...Object.keys(requestShapes)];
  return Object.fromEntries(names.map((name) => [name, schemaOf(style, name)]));
}

function schemaOf(style: Style, name: string): JsonSchema {
  if (name === 'HTTPValidationError') return { type: 'object' };
  return name in requestShapes ? requestSchema(style, name) : answerShape(style, name.replace(output, ''));
}

function requestSchema(style: Style, name: string, leftOut?: string): JsonSchema {
  const properties = propertiesOf(style, name).filter((one) => !isIgnored(name, one, style.choices.further));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties.map((one) => [one.name, described(style, one)])),
    required: properties.filter((one) => one.required && one.name !== leftOut).map((one) => one.name),
    ...(style.wire.strict ? { additionalProperties: false } : {}),
  };
  const { requestEnvelope } = style.wire;
  return requestEnvelope === undefined
    ? schema
    : { type: 'object', properties: { [requestEnvelope]: schema }, required: [requestEnvelope] };
}

function described(
  { document, choices }: Style,
  { json, about, field }: Pick<Property, 'json' | 'about'> & { readonly field?: Field | undefined },
): JsonSchema {
  const { form: colorForm, plain } = colors[choices.agents.color];
  const color = field === 'theme_color' ? { pattern: colorForm.source, examples: [plain] } : {};
  const form = json.properties === undefined ? json : { allOf: [json] };
  return { ...form, ...color, ...(document.descriptions ? { description: about } : {}) };
}

function answerShape(style: Style, name: string): JsonSchema {
  const shape = answerShapes[name];
  if (shape === undefined) return {};
  if ('listOf' in shape) {
    const items = { type: 'array', items: recordSchema(style, shape.listOf) };
    if (isBare(style, shape)) return items;
    const { pageFlag } = style.wire;
    const cursor = {
      [nameOf(style, name, 'next_cursor')]: described(style, fieldForms.next_cursor),
      ...(pageFlag === undefined ? {} : { [pageFlag]: { type: 'boolean' } }),
    };
    return {
      type: 'object',
      properties: { [nameOf(style, name, 'items')]: items, ...(shape.paged ? cursor : {}) },
      required: [nameOf(style, name, 'items')],
    };
  }
  const record = recordSchema(style, name);
  const envelope = envelopeOf(style, name);
  return envelope === undefined || shape.bare
    ? record
    : { type: 'object', properties: { [envelope]: record }, required: [envelope] };
}

function recordSchema(style: Style, name: string): JsonSchema {
  const properties = shownFields(style, name).map((field) => [
    nameOf(style, name, field),
    fieldIn(style, name, field),
  ]);
  const others = furtherIn(style, name).map(({ name: other, json }) => [other, json]);
  return { type: 'object', properties: Object.fromEntries([...properties, ...others]) };
}

function fieldIn(style: Style, schema: string, field: Field): JsonSchema {
  const held = toolsOf[schema];
  if (field === 'tools' && held !== undefined) return { type: 'array', items: recordSchema(style, held) };
  const plain = { json: fieldSchema(style, field), about: aboutField(style, field) };
  // A color that is kept in a form of its own is shown in another one than it is taken in.
  const isTaken = style.choices.agents.keepsColor === 'as written';
  return described(style, isTaken ? { ...plain, field } : plain);
}
