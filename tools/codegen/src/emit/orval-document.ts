import {
  methods,
  type OpenApiDocument,
  type OperationObject,
  resolveReference,
} from '../read/openapi-document.ts';

/**
 * A copy that orval handles well: `2XX` is 200, `default` answers, of which nothing is known, are left out, and
 * answers stand in their operation, because orval names a type for a referenced one that no other name shares.
 */
export function orvalDocument(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const operation of operationObjects(copy)) {
    const { '2XX': success, default: _unknown, ...rest } = operation.responses;
    const responses = Object.entries(success ? { 200: success, ...rest } : rest);
    operation.responses = Object.fromEntries(
      responses.map(([status, each]) => [status, resolveReference(document, each)]),
    );
  }
  return copy;
}

function operationObjects({ paths }: OpenApiDocument): OperationObject[] {
  return Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
}
