import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import {
  methods,
  type OpenApiDocument,
  type OperationObject,
  resolveReference,
  type SchemaObject,
} from '../read/openapi-document.ts';
import { literal } from './literal.ts';

/** One answer per operation, made from the contract alone: what it documents, and nothing that it doesn't show. */
export function emitSamples(apis: Api[]): GeneratedFile {
  const samples = apis.flatMap(({ document }) =>
    Object.values(document.paths).flatMap((item) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation ? [[operation.operationId, sampleAnswer(document, operation)] as const] : [];
      }),
    ),
  );
  const content = [
    "import type { OperationId } from '@agent-workers/types';\n",
    '/** The status and body that a test transport answers with, where a test says nothing else. */',
    'export interface Sample {\n  readonly status: number;\n  readonly body?: unknown;\n}\n',
    `export const samples: Record<OperationId, Sample> = ${literal(Object.fromEntries(samples))};\n`,
  ].join('\n');
  return { path: 'samples.ts', content };
}

function sampleAnswer(document: OpenApiDocument, { responses }: OperationObject): object {
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '200';
  const status = success === '2XX' ? 200 : Number(success);
  const response = resolveReference(document, responses[success] ?? { description: '' });
  const schema = response.content?.['application/json']?.schema;
  return schema ? { status, body: sampleValue(document, schema) } : { status };
}

function sampleValue(document: OpenApiDocument, schema: SchemaObject): unknown {
  const {
    type,
    enum: values,
    items,
    properties = {},
    oneOf,
  }: SchemaObject = resolveReference(document, schema);
  if (oneOf?.[0]) return sampleValue(document, oneOf[0]);
  const types = [type ?? 'null'].flat();
  if (types.includes('null')) return null;
  if (values) return values[0];
  if (types.includes('array')) return items ? [sampleValue(document, items)] : [];
  if (types.includes('object')) {
    const fields = Object.entries(properties).map(([name, each]) => [name, sampleValue(document, each)]);
    return Object.fromEntries(fields);
  }
  return samplePrimitive(resolveReference(document, schema));
}

function samplePrimitive({ type, format, minimum = 1 }: SchemaObject): string | number | boolean {
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
  return format === 'date-time' ? '2026-01-01T00:00:00Z' : 'text';
}
