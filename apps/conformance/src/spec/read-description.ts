import { bundle, dereference } from '@apidevtools/json-schema-ref-parser';
import { parse } from 'yaml';
import { type JsonRecord, recordOf } from '../json/json-record.ts';
import type { DescribedBody, DescribedOperation, DescribedParameter } from './description.ts';
import { DescriptionError, StatusError } from './description-error.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const boundNames = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'];

const fetchTimeoutMs = 30_000;

/**
 * The operations that an OpenAPI document (a file or URL, JSON or YAML) describes.
 *
 * @throws DescriptionError when it can't be read or describes no operation
 */
export async function readDescription(
  source: string,
  fetchText: FetchText = fetchPlainly,
): Promise<readonly DescribedOperation[]> {
  const names: SchemaNames = new WeakMap();
  const document = await readDocument(source, names, fetchText);
  const operations = Object.entries(recordOf(document.paths)).flatMap(([path, item]) =>
    operationsOf(path, recordOf(item), { document, names }),
  );
  if (operations.length === 0)
    throw new DescriptionError(`${source} describes no operation. Is it an OpenAPI document?`);
  return operations;
}

/** What each schema was called where it was referred to. */
type SchemaNames = WeakMap<object, string>;

function noteNames(names: SchemaNames) {
  return {
    onDereference: (reference: string, value: object): void => {
      names.set(value, reference.split('/').at(-1) ?? reference);
    },
  };
}

async function readDocument(source: string, names: SchemaNames, fetchText: FetchText): Promise<JsonRecord> {
  const options = { dereference: noteNames(names) };
  try {
    return recordOf(
      /^https?:/.test(source)
        ? await dereference(await fetchYaml(source, fetchText), {
            ...options,
            // One request and no more: a document from elsewhere must not send this program anywhere.
            resolve: { http: false, file: false },
          })
        : await dereference(source, options),
    );
  } catch (cause) {
    throw unreadable(source, cause);
  }
}

/** Gets the text of a document, and fails where its status is no success: with a StatusError. */
export type FetchText = (url: string, signal: AbortSignal) => Promise<string>;

async function fetchPlainly(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new StatusError(response.status);
  return response.text();
}

async function fetchYaml(url: string, fetchText: FetchText): Promise<JsonRecord> {
  const text = await fetchText(url, AbortSignal.timeout(fetchTimeoutMs)).catch((cause: unknown) => {
    const isUnreachable = cause instanceof StatusError ? cause.status >= 500 : URL.canParse(url);
    throw unreadable(url, cause, isUnreachable);
  });
  return recordOf(jsonIn(text) ?? parse(text));
}

/** JSON is YAML as well, but its own parser takes a hundredth of the time; undefined where it isn't JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An OpenAPI document (a file or URL, JSON or YAML) as it stands, with the files that it refers to put into it.
 *
 * @throws DescriptionError when it can't be read
 */
export async function readBundle(source: string, fetchText: FetchText = fetchPlainly): Promise<JsonRecord> {
  try {
    return /^https?:/.test(source) ? await fetchYaml(source, fetchText) : recordOf(await bundle(source));
  } catch (cause) {
    throw unreadable(source, cause);
  }
}

function unreadable(source: string, cause: unknown, isUnreachable = false): DescriptionError {
  if (cause instanceof DescriptionError) return cause;
  const why = cause instanceof Error ? `${cause.message.split('\n')[0]}${reasonOf(cause)}` : String(cause);
  return new DescriptionError(`The OpenAPI document ${source} can't be read: ${why}`, {
    cause,
    isUnreachable,
  });
}

/** What is behind `fetch failed`, such as: self-signed certificate. */
function reasonOf({ cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
}

function operationsOf(
  path: string,
  item: JsonRecord,
  source: { document: JsonRecord; names: SchemaNames },
): DescribedOperation[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    return operation === undefined
      ? []
      : [describe({ path, method, item, operation: recordOf(operation), ...source })];
  });
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: JsonRecord;
  readonly operation: JsonRecord;
  readonly document: JsonRecord;
  readonly names: SchemaNames;
}

function describe({ path, method, item, operation, document, names }: Place): DescribedOperation {
  const shared = listOf(item.parameters).map(toParameter);
  const own = listOf(operation.parameters).map(toParameter);
  const isOverridden = (one: DescribedParameter): boolean =>
    own.some((other) => other.name === one.name && other.in === one.in);
  const security = operation.security ?? document.security;
  return {
    id: typeof operation.operationId === 'string' ? operation.operationId : undefined,
    method: method.toUpperCase(),
    path,
    parameters: [...shared.filter((one) => !isOverridden(one)), ...own],
    statuses: Object.keys(recordOf(operation.responses)),
    // An empty requirement among the alternatives makes the credential optional.
    secured: listOf(security).length > 0 && listOf(security).every((one) => Object.keys(one).length > 0),
    takesBody: operation.requestBody !== undefined,
    needsBody: recordOf(operation.requestBody).required === true,
    deprecated: operation.deprecated === true,
    tags: Array.isArray(operation.tags) ? operation.tags.map(String) : [],
    request: bodyOf(recordOf(operation.requestBody), { document, names }),
    success: bodyOf(successOf(recordOf(operation.responses)), { document, names }),
    stream: streamOf(recordOf(operation.responses)),
    answer: answerOf(successOf(recordOf(operation.responses))),
    effect: typeof operation['x-effect'] === 'string' ? operation['x-effect'] : undefined,
  };
}

const streams = { 'text/plain': 'text', 'application/x-ndjson': 'ndjson' } as const;

/** By the media type of a success, whose status may be `2XX`. */
function streamOf(responses: JsonRecord): DescribedOperation['stream'] {
  const successes = Object.entries(responses).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const types = successes.flatMap(([, response]) => Object.keys(recordOf(recordOf(response).content)));
  return Object.entries(streams).find(([type]) => types.includes(type))?.[1];
}

/** The form of the body of a success, as far as its schema says. */
function answerOf(success: JsonRecord): DescribedOperation['answer'] {
  const schema = jsonSchemaOf(success);
  if (schema.type === 'array') return 'array';
  if ([schema.type].flat().includes('string')) return 'string';
  const says = Object.keys(schema).some((key) => !key.startsWith('x-') && key !== 'description');
  return says ? 'record' : 'unspecified';
}

function successOf(responses: JsonRecord): JsonRecord {
  return recordOf(Object.entries(responses).find(([status]) => /^2\d\d$/.test(status))?.[1]);
}

function jsonSchemaOf(body: JsonRecord): JsonRecord {
  return recordOf(recordOf(recordOf(body.content)['application/json']).schema);
}

function bodyOf(
  body: JsonRecord,
  { document: { jsonSchemaDialect }, names }: Pick<Place, 'document' | 'names'>,
): DescribedBody | undefined {
  const schema = jsonSchemaOf(body);
  if (Object.keys(schema).length === 0) return undefined;
  // Of a body that may be null, the schema is one of the alternatives.
  const places = [schema, schema.items, schema.anyOf, schema.oneOf].flat().map(recordOf);
  const name = places.map((place) => names.get(place)).find((one) => one !== undefined);
  const entries = recordOf(recordOf(recordOf(schema.properties).items).items);
  return {
    name,
    entry: names.get(entries),
    schema: jsonSchemaDialect === undefined ? schema : { $schema: jsonSchemaDialect, ...schema },
  };
}

function toParameter(parameter: JsonRecord): DescribedParameter {
  const schema = recordOf(parameter.schema);
  // `anyOf: [string, null]` is how many frameworks write what may be null.
  const branches = [schema, ...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const find = (name: string): unknown =>
    branches.map((branch) => branch[name]).find((value) => value !== undefined);
  const format = find('format');
  return {
    name: String(parameter.name),
    in: String(parameter.in),
    required: parameter.required === true,
    types: branches.flatMap(({ type }) => (type === undefined ? [] : [type].flat().map(String))),
    format: typeof format === 'string' ? format : undefined,
    bounds: Object.fromEntries(
      boundNames.flatMap((name) => (find(name) === undefined ? [] : [[name, find(name)]])),
    ),
    default: find('default'),
  };
}

function listOf(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
