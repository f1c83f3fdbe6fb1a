import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript-5';

/**
 * The emitted declarations that these files reach by relative imports, without comments, a heading with its path above
 * each. Comments promise nothing to a compiler; what readers are told has its own tests.
 */
export function readDeclarations(folder: string, entries: readonly string[]): string {
  const reached = new Set<string>();
  const waiting = entries.map((entry) => join(folder, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    if (!existsSync(file)) throw new Error(`${file} is missing. Build first: pnpm exec turbo run build.`);
    reached.add(file);
    waiting.push(...importedBy(file));
  }
  return [...reached]
    .sort()
    .map((file) => `## ${relative(folder, file)}\n${withoutComments(file)}`)
    .join('\n');
}

function importedBy(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')));
}

function withoutComments(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}
