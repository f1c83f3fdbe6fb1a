/** The parts of a bundled OpenAPI 3.1 document that the emitters read. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  components?: Partial<Record<'schemas' | 'parameters' | 'responses', Record<string, unknown>>>;
}

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export type PathItem = Partial<Record<(typeof methods)[number], OperationObject>> & {
  parameters?: Referenced<ParameterObject>[];
};

export type Referenced<T> = T | { $ref: string };

export interface Marks {
  description?: string;
  'x-inferred'?: boolean;
  'x-not-shown'?: string;
  'x-reading'?: string;
}

export interface OperationObject extends Marks {
  operationId: string;
  tags: [string, ...string[]];
  summary: string;
  deprecated?: boolean;
  security: Record<string, string[]>[];
  parameters?: Referenced<ParameterObject>[];
  requestBody?: Referenced<RequestBodyObject>;
  responses: Record<string, Referenced<ResponseObject>>;
  'x-effect': 'read' | 'create' | 'change' | 'delete' | 'cost';
  'x-section': string;
}

export interface ParameterObject extends Marks {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: SchemaObject;
}

export interface RequestBodyObject extends Marks {
  required?: boolean;
  content: Record<string, MediaTypeObject>;
}

export interface ResponseObject extends Marks {
  description: string;
  content?: Record<string, MediaTypeObject>;
}

export interface MediaTypeObject extends Marks {
  schema?: SchemaObject;
}

export interface SchemaObject extends Marks {
  $ref?: string;
  /** Name of an object that stands inside another schema. */
  title?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number)[];
  default?: string | number | boolean | null;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  properties?: Record<string, SchemaObject>;
  items?: SchemaObject;
  oneOf?: SchemaObject[];
}

/** Follows a reference within a bundled document; the bundler has proved that it leads somewhere. */
export function resolveReference<T extends object>(document: OpenApiDocument, value: Referenced<T>): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const keys = value.$ref.split('/').slice(1).map(unescapePointer);
  const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolveReference(document, target as Referenced<T>);
}

function unescapePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
