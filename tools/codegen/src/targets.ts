import { emitFunctions } from './emit/functions.ts';
import { emitIndex } from './emit/index-file.ts';
import { emitLifecycles } from './emit/lifecycles.ts';
import { emitOpenApi } from './emit/openapi.ts';
import { emitOperations } from './emit/operations.ts';
import { emitRecords } from './emit/records.ts';
import { emitToolDefinitions } from './emit/tool-definitions.ts';
import { emitToolInputs } from './emit/tool-inputs.ts';
import { emitToolZod } from './emit/tool-zod.ts';
import { emitTypes } from './emit/types.ts';
import { emitZod } from './emit/zod.ts';
import type { GeneratedFile } from './generated-file.ts';
import { loadApis, loadLifecycles, loadTools } from './read/load-contract.ts';

/** What each package gets in its src/gen, made from the contract in a folder. */
export const targets = {
  types: async (spec) => {
    const apis = await loadApis(spec);
    const types = await Promise.all(apis.map(emitTypes));
    const zod = await inTurn(apis, emitZod);
    const lifecycles = emitLifecycles(loadLifecycles(spec));
    return [
      ...types,
      emitRecords(apis),
      ...emitOperations(apis),
      lifecycles,
      ...apis.map(emitOpenApi),
      ...zod,
    ];
  },
  'client-fetch': async (spec) => {
    const files = await inTurn(await loadApis(spec), emitFunctions);
    return [...files.flat(), emitIndex(files.flat())];
  },
  tools: async (spec) => {
    const { tools } = loadTools(spec);
    return [...emitToolDefinitions(tools), emitToolInputs(tools), emitToolZod(tools)];
  },
} as const satisfies Record<string, (spec: string) => Promise<GeneratedFile[]>>;

export type Target = keyof typeof targets;

/** orval keeps state in its modules, so it makes one project at a time. */
async function inTurn<T, R>(values: T[], make: (value: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const value of values) made.push(await make(value));
  return made;
}
