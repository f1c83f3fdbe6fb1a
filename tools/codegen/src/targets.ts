import type { GeneratedFile } from './generated-file.ts';

/** Makes the files of one package's src/gen from the contract in a folder. @throws {BrokenContract} */
export type Generate = (spec: string) => Promise<GeneratedFile[]>;

/** Each loads its generators only when it is asked for, because they are slow to start. */
export const targets = {
  types: async (spec) => (await import('./targets/generate-types.ts')).generateTypes(spec),
  'client-fetch': async (spec) =>
    (await import('./targets/generate-client-fetch.ts')).generateClientFetch(spec),
  tools: async (spec) => (await import('./targets/generate-tools.ts')).generateTools(spec),
} as const satisfies Record<string, Generate>;

export type Target = keyof typeof targets;
