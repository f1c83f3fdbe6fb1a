import type { GeneratedFile } from '../generated-file.ts';

/** Everything that these modules export, in one. */
export function emitIndex(files: GeneratedFile[]): GeneratedFile {
  const lines = files.map(({ path }) => `export * from './${path}';\n`).sort();
  return { path: 'index.ts', content: lines.join('') };
}

/** The modules of one document, each under the name of its resource. */
export function emitGroups(name: string, files: GeneratedFile[]): GeneratedFile {
  const lines = files.map(({ path }) => `export * as ${groupName(path)} from './${path}';\n`).sort();
  return { path: `${name}.ts`, content: lines.join('') };
}

/** `agentRuns` for `agent-runs`. */
export function groupName(path: string): string {
  return path.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
