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

/** Both documents, the Workers API first, each as `prepare` makes it. @throws {BrokenContract} */
export async function loadApis(folder: string, prepare?: Prepare): Promise<Api[]> {
  return Promise.all([loadApi(folder, 'workers', prepare), loadApi(folder, 'user', prepare)]);
}

type Prepare = (document: OpenApiDocument) => OpenApiDocument;

/** Reads <id>-api.yaml of the contract in this folder. @throws {BrokenContract} */
export async function loadApi(
  folder: string,
  id: Operation['api'],
  prepare: Prepare = (document) => document,
): Promise<Api> {
  const name = `${id}-api`;
  const document = prepare(await loadDocument(join(folder, `${name}.yaml`)));
  return { name, document, operations: listOperations(document, id) };
}
