import type { GeneratedFile } from '../generated-file.ts';

/** Everything that these modules export, in one. */
export function emitIndex(files: GeneratedFile[]): GeneratedFile {
  const lines = files.map(({ path }) => `export * from './${path}';\n`).sort();
  return { path: 'index.ts', content: lines.join('') };
}
