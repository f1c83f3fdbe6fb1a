import type { Operation } from '../read/operation.ts';

/** `ListAgentRunsQuery` for `listAgentRuns`. */
export function queryTypeName(operationId: string): string {
  return `${capitalise(operationId)}Query`;
}

/** `RunToolBody` for `runTool`. */
export function bodyTypeName(operationId: string): string {
  return `${capitalise(operationId)}Body`;
}

/** Whether the request body has no schema name to import, so that it gets one from its operation. */
export function hasNamelessBody({ body }: Operation): boolean {
  return body !== null && body.schema === null;
}

/** First letter in upper case. */
export function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
