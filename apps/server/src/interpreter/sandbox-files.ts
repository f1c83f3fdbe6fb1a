import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readableFolders } from './readable-folders.ts';

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const found = new Map<string, string[]>();

/** The file of this folder that a sandboxed process begins with: TypeScript here, JavaScript when built. */
export function entryFile(name: string): string {
  return join(folder, `${name}${extname(import.meta.url)}`);
}

/** What a sandboxed process must read to import the package. */
export function foldersOf(packageName: string): string[] {
  const known = found.get(packageName) ?? readableFolders(folder, packageName);
  found.set(packageName, known);
  return known;
}
