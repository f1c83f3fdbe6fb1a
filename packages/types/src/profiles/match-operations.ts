import type { Operation } from '../gen/operation.ts';
import { type OperationId, operationTable } from '../gen/operations.ts';
import type { DeploymentDocument, DocumentedOperation } from './openapi-document.ts';

/**
 * The operations of the contract that a document has: by their id, or by method and path. A path may have something before
 * it; only paths of the Workers API that can't be mistaken for others are found without the id.
 */
export function matchOperations(document: DeploymentDocument): Map<OperationId, DocumentedOperation> {
  const operations: readonly Operation[] = Object.values(operationTable);
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path: shapeOf(path), method, operation })),
  );
  const found = new Map<OperationId, DocumentedOperation>();
  for (const each of operations) {
    const same = documented.find(({ operation }) => operation.operationId === each.id);
    const alike = documented.find(({ path, method }) => isAlike(each, path, method));
    const operation = (same ?? alike)?.operation;
    if (operation) found.set(each.id as OperationId, operation);
  }
  return found;
}

function isAlike({ path, method, api }: Operation, documented: string, by: string): boolean {
  if (by.toUpperCase() !== method) return false;
  const isNamed = api === 'user' || path.startsWith('/ndjson/');
  return isNamed && documented.endsWith(shapeOf(path));
}

/** How a path looks, whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
