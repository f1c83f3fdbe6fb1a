import { join } from 'node:path';
import type { LifecyclesFile, ToolsFile } from '@agent-workers/spec/contract-files';
import { loadYaml } from '@agent-workers/spec/load-yaml';
import { ContractError } from '@agent-workers/spec/src/contract-error.ts';
import { BrokenContract } from '../broken-contract.ts';
import { listOperations } from './list-operations.ts';
import { loadDocument } from './load-document.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';

export type { LifecyclesFile, ToolsFile };

/** One OpenAPI document with its operations. */
export interface Api {
  /** File name without ending, such as `user-api`. */
  name: string;
  document: OpenApiDocument;
  operations: Operation[];
}

/** Reads spec/<name>.yaml. @throws {BrokenContract} */
export async function loadApi(folder: string, id: Operation['api']): Promise<Api> {
  const name = `${id}-api`;
  const document = await loadDocument(join(folder, `${name}.yaml`));
  return { name, document, operations: listOperations(document, id) };
}

/** Both documents, the Workers API first. @throws {BrokenContract} */
export async function loadApis(folder: string): Promise<Api[]> {
  return Promise.all([loadApi(folder, 'workers'), loadApi(folder, 'user')]);
}

/** Reads spec/tools.yaml. @throws {BrokenContract} */
export function loadTools(folder: string): ToolsFile {
  return loadSchemaFile(folder, 'tools');
}

/** Reads spec/lifecycles.yaml. @throws {BrokenContract} */
export function loadLifecycles(folder: string): LifecyclesFile {
  return loadSchemaFile(folder, 'lifecycles');
}

function loadSchemaFile<T>(folder: string, name: string): T {
  try {
    return loadYaml<T>(join(folder, `${name}.yaml`), join(folder, `json-schemas/${name}.schema.json`));
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause;
    const { file, line, column, hint } = cause;
    const problem = cause.message.slice(`${file}:${line}:${column} `.length, -`. ${hint}`.length);
    throw new BrokenContract([{ file, line, column, problem, hint }], { cause });
  }
}
