import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type JsonObject = Record<string, unknown>;

/** A node of an OpenAPI document and the file it stands in, which its relative references start from. */
interface Located {
  file: URL;
  node: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: JsonObject;
}

export interface Response {
  description: string;
  /** The schema in the words of the interface, as `array of Tool`, or `no body`. */
  body: string;
  headers: string[];
  /** operationIds that the links of the response lead to. */
  links: string[];
}

export interface Operation {
  document: 'workers-api' | 'user-api';
  id: string;
  method: string;
  path: string;
  deprecated: boolean;
  security: unknown;
  effect: unknown;
  section: unknown;
  parameters: Parameter[];
  /** As `body AgentRequest` or `optional body X or null`; undefined when there is none. */
  body: string | undefined;
  responses: Map<string, Response>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const files = new Map<string, unknown>();

/** Every operation of both documents. */
export function openApiOperations(): Operation[] {
  return [...operationsOf('workers-api'), ...operationsOf('user-api')];
}

/** The User API operation that an endpoint row describes, whatever the names of its path parameters. */
export function operationOfRow({ method, path }: { method: string; path: string }): Operation | undefined {
  return openApiOperations().find(
    (operation) =>
      operation.document === 'user-api' &&
      operation.method === method &&
      template(operation.path) === template(path),
  );
}

function operationsOf(document: Operation['document']): Operation[] {
  const file = new URL(`../${document}.yaml`, import.meta.url);
  const paths = child({ file, node: contentOf(file) }, 'paths');
  return keysOf(paths).flatMap((path) => {
    const item = child(paths, path);
    return keysOf(item)
      .filter((key) => methods.includes(key))
      .map((method) => readOperation({ document, path, method, item }));
  });
}

function readOperation(source: {
  document: Operation['document'];
  path: string;
  method: string;
  item: Located;
}): Operation {
  const { document, path, method, item } = source;
  const operation = child(item, method);
  return {
    document,
    id: String(fieldOf(operation, 'operationId')),
    method: method.toUpperCase(),
    path,
    deprecated: fieldOf(operation, 'deprecated') === true,
    security: fieldOf(operation, 'security'),
    effect: fieldOf(operation, 'x-effect'),
    section: fieldOf(operation, 'x-section'),
    parameters: [...elementsOf(child(item, 'parameters')), ...elementsOf(child(operation, 'parameters'))].map(
      readParameter,
    ),
    body: readRequestBody(child(operation, 'requestBody')),
    responses: readResponses(child(operation, 'responses')),
  };
}

function readParameter(parameter: Located): Parameter {
  const schema = child(parameter, 'schema').node;
  return {
    name: String(fieldOf(parameter, 'name')),
    in: String(fieldOf(parameter, 'in')),
    required: fieldOf(parameter, 'required') === true,
    schema: isObject(schema) ? schema : {},
  };
}

function readRequestBody(body: Located): string | undefined {
  if (body.node === undefined) return undefined;
  return `${fieldOf(body, 'required') === true ? '' : 'optional '}body ${bodyShape(body)}`;
}

function readResponses(responses: Located): Map<string, Response> {
  return new Map(keysOf(responses).map((status) => [status, readResponse(child(responses, status))]));
}

function readResponse(response: Located): Response {
  const links = child(response, 'links');
  return {
    description: String(fieldOf(response, 'description')),
    body: bodyShape(response),
    headers: keysOf(child(response, 'headers')),
    links: keysOf(links).map((name) => String(fieldOf(child(links, name), 'operationId'))),
  };
}

/** The schema of the only content, in the words of the interface. */
function bodyShape(holder: Located): string {
  const content = child(holder, 'content');
  const [mediaType] = keysOf(content);
  if (mediaType === undefined) return 'no body';
  const media = child(content, mediaType);
  return shapeOf({ file: media.file, node: fieldOf(media, 'schema') });
}

function shapeOf({ file, node }: Located): string {
  if (!isObject(node)) return String(node);
  const { $ref, type, items, oneOf } = node;
  if (typeof $ref === 'string') {
    followReference({ file, node });
    return $ref.slice($ref.lastIndexOf('/') + 1);
  }
  if (String(node['x-not-shown']).startsWith('body')) return 'unspecified';
  if (Array.isArray(oneOf)) return oneOf.map((each) => shapeOf({ file, node: each })).join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  return type === 'array' ? `array of ${shapeOf({ file, node: items })}` : String(type);
}

/** The value under a key, with its reference followed into whatever file holds it. */
function child({ file, node }: Located, key: string): Located {
  return followReference({ file, node: isObject(node) ? node[key] : undefined });
}

function elementsOf({ file, node }: Located): Located[] {
  return Array.isArray(node) ? node.map((element) => followReference({ file, node: element })) : [];
}

function followReference(located: Located): Located {
  const reference = isObject(located.node) ? located.node.$ref : undefined;
  if (typeof reference !== 'string') return located;
  const [path = '', pointer = ''] = reference.split('#');
  const file = path === '' ? located.file : new URL(path, located.file);
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = keys.reduce(
    (node: unknown, key) => (isObject(node) ? node[key] : undefined),
    contentOf(file),
  );
  if (target === undefined) throw new Error(`${located.file.pathname}: ${reference} leads nowhere`);
  return followReference({ file, node: target });
}

function contentOf(file: URL): unknown {
  if (!files.has(file.href)) files.set(file.href, parse(readFileSync(file, 'utf8')));
  return files.get(file.href);
}

function fieldOf({ node }: Located, key: string): unknown {
  return isObject(node) ? node[key] : undefined;
}

function keysOf({ node }: Located): string[] {
  return isObject(node) ? Object.keys(node) : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function template(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
