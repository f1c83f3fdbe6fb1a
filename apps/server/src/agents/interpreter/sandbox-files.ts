import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeStripped } from './stripped-sources.ts';

/**
 * Every folder that must be readable to import `packageName` from `folder`: the package and its dependencies, each
 * where it's looked up and where it really is, because package managers link packages from elsewhere.
 */
function readableFolders(folder: string, packageName: string): string[] {
  const found = new Set<string>();
  collect(folder, packageName, found);
  return [...found];
}

function collect(folder: string, packageName: string, found: Set<string>): void {
  const link = lookUp(folder, packageName);
  const real = realpathSync(link);
  const isKnown = found.has(real);
  found.add(link).add(real);
  if (isKnown) return;
  const { dependencies = {} } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) collect(real, dependency, found);
}

function lookUp(folder: string, packageName: string): string {
  const candidate = join(folder, 'node_modules', packageName);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`The package ${packageName} isn't installed.`);
  return lookUp(parent, packageName);
}

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const found = new Map<string, string[]>();
let stripped: string | undefined;

/** The file that a sandboxed process begins with, always JavaScript. */
export function entryFile(name: string): string {
  const extension = extname(import.meta.url);
  if (extension !== '.ts') return join(folder, `${name}${extension}`);
  stripped ??= placeStripped(folder, join(folder, '../../..'));
  return join(stripped, `${name}.mjs`);
}

/** What a sandboxed process must read to import the package. */
export function foldersOf(packageName: string): string[] {
  const known = found.get(packageName) ?? readableFolders(folder, packageName);
  found.set(packageName, known);
  return known;
}
