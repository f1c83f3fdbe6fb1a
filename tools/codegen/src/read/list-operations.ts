import {
  type MediaTypeObject,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type RequestBodyObject,
  type ResponseObject,
  resolveReference,
  type SchemaObject,
} from './openapi-document.ts';
import type { DocumentedStatus, Operation, Parameter, RequestBody } from './operation.ts';

/** Every operation of a document, in the order of its paths. */
export function listOperations(document: OpenApiDocument, api: Operation['api']): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [describeOperation(document, { api, path, method, item, operation })] : [];
    }),
  );
}

interface Place {
  api: Operation['api'];
  path: string;
  method: (typeof methods)[number];
  item: PathItem;
  operation: OperationObject;
}

function describeOperation(
  document: OpenApiDocument,
  { api, path, method, item, operation }: Place,
): Operation {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    resolveReference(document, each),
  );
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolveReference(document, response)] as const,
  );
  const queryParameters = parameters.filter((each) => each.in === 'query').map(describeParameter);
  return {
    id: operation.operationId,
    api,
    method: method.toUpperCase() as Operation['method'],
    path,
    tag: operation.tags[0],
    summary: operation.summary,
    section: operation['x-section'],
    effect: operation['x-effect'],
    security: operation.security.length > 0 ? 'bearer' : 'none',
    deprecated: operation.deprecated ?? false,
    pathParameters: parameters.filter((each) => each.in === 'path').map(describeParameter),
    queryParameters,
    body: operation.requestBody ? describeBody(resolveReference(document, operation.requestBody)) : null,
    streaming: streamingKind(responses),
    ...(queryParameters.some(({ name }) => name === 'next_cursor') && describePaging(document, responses)),
    statuses: responses.map(describeStatus).sort((a, b) => (a.status < b.status ? -1 : 1)),
  };
}

/** A page's items have a schema name, or the operation isn't paged as far as the contract shows. */
function describePaging(
  document: OpenApiDocument,
  responses: (readonly [string, ResponseObject])[],
): Pick<Operation, 'paging'> {
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  const schema = Object.values(success?.content ?? {})[0]?.schema ?? {};
  const page: SchemaObject = resolveReference(document, schema);
  const item = page.properties?.items?.items?.$ref?.split('/').at(-1);
  return item ? { paging: { item } } : {};
}

function describeParameter({ name, required = false, schema = {} }: ParameterObject): Parameter {
  const types = [schema.type ?? 'string'].flat();
  const { format, enum: values, minimum, maximum, minLength, default: fallback } = schema;
  return {
    name,
    required,
    type: types.find((each) => each !== 'null') as Parameter['type'],
    nullable: types.includes('null'),
    ...withoutUndefined({ format, enum: values, minimum, maximum, minLength, default: fallback }),
  };
}

function describeBody({ required = false, content }: RequestBodyObject): RequestBody {
  return { required, mediaTypes: Object.keys(content), schema: schemaName(Object.values(content)[0]) };
}

function schemaName(media: MediaTypeObject | undefined): string | null {
  return media?.schema?.$ref?.split('/').at(-1) ?? null;
}

function describeStatus([status, response]: readonly [string, ResponseObject]): DocumentedStatus {
  const mediaTypes = Object.keys(response.content ?? {});
  const notShown = [response, ...Object.values(response.content ?? {}).map(({ schema }) => schema)]
    .flatMap((each) => each?.['x-not-shown'] ?? [])
    .join(', ');
  return { status, condition: response.description, mediaTypes, ...(notShown && { notShown }) };
}

function streamingKind(responses: (readonly [string, ResponseObject])[]): Operation['streaming'] {
  const types = responses
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.keys(content ?? {}));
  if (types.some((type) => type.includes('ndjson'))) return 'ndjson';
  return types.includes('text/plain') ? 'text' : null;
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
