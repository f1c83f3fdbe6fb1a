import type { GeneratedFile } from '../generated-file.ts';
import type { Operation } from '../read/operation.ts';

/** Everything that these modules export, in one. */
export function emitIndex(files: GeneratedFile[]): GeneratedFile {
  const lines = files.map(({ path }) => `export * from './${path}';\n`).sort();
  return { path: 'index.ts', content: lines.join('') };
}

/** The operations of one document, under the name of their resource: as a bundler writes it smaller than namespaces. */
export function emitGroups(name: string, operations: readonly Operation[]): GeneratedFile {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  const groups = tags.map((tag) => ({
    tag,
    ids: operations.flatMap((each) => (each.tag === tag ? [each.id] : [])).join(', '),
  }));
  const imports = groups.map(({ tag, ids }) => `import { ${ids} } from './${tag}.ts';\n`);
  const fields = groups.map(({ tag, ids }) => `  ${groupName(tag)}: { ${ids} },\n`);
  const content = `${imports.join('')}\nexport const ${groupName(name)} = {\n${fields.join('')}};\n`;
  return { path: `${name}.ts`, content };
}

/** `agentRuns` for `agent-runs`. */
export function groupName(path: string): string {
  return path.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
