import { join } from 'node:path';
import type { LifecyclesFile, ToolsFile } from '@agent-workers/spec/contract-files';
import { loadYaml } from '@agent-workers/spec/load-yaml';
import { ContractError } from '@agent-workers/spec/src/contract-error.ts';
import { BrokenContract } from '../broken-contract.ts';

/** Reads tools.yaml of the contract in this folder. @throws {BrokenContract} */
export function loadTools(folder: string): ToolsFile {
  return loadData(folder, 'tools');
}

/** Reads lifecycles.yaml of the contract in this folder. @throws {BrokenContract} */
export function loadLifecycles(folder: string): LifecyclesFile {
  return loadData(folder, 'lifecycles');
}

function loadData<T>(folder: string, name: string): T {
  try {
    return loadYaml<T>(join(folder, `${name}.yaml`), join(folder, `json-schemas/${name}.schema.json`));
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause;
    const { file, line, column, hint } = cause;
    const problem = cause.message.slice(`${file}:${line}:${column} `.length, -`. ${hint}`.length);
    throw new BrokenContract([{ file, line, column, problem, hint }], { cause });
  }
}
