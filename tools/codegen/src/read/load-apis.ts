import { join } from 'node:path';
import { listOperations } from './list-operations.ts';
import { loadDocument } from './load-document.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';

/** One OpenAPI document with its operations. */
export interface Api {
  /** File name without ending, such as `user-api`. */
  name: string;
  document: OpenApiDocument;
  operations: Operation[];
}

/** Both documents, the Workers API first. @throws {BrokenContract} */
export async function loadApis(folder: string): Promise<Api[]> {
  return Promise.all([loadApi(folder, 'workers'), loadApi(folder, 'user')]);
}

/** Reads <id>-api.yaml of the contract in this folder. @throws {BrokenContract} */
export async function loadApi(folder: string, id: Operation['api']): Promise<Api> {
  const name = `${id}-api`;
  const document = await loadDocument(join(folder, `${name}.yaml`));
  return { name, document, operations: listOperations(document, id) };
}
