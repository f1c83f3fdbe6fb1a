import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageFolder } from './isolation/place-readable.ts';
import { placeStripped } from './stripped-sources.ts';

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const found = new Map<string, PackageFolder[]>();
let stripped: string | undefined;

/** The file that a sandboxed process begins with, always JavaScript. */
export function entryFile(name: string): string {
  const extension = extname(import.meta.url);
  if (extension !== '.ts') return join(folder, `${name}${extension}`);
  stripped ??= placeStripped(folder, join(folder, '../../..'));
  return join(stripped, `${name}.mjs`);
}

/** What a sandboxed process must read to import the package: it, and what it depends on. */
export function packagesFor(name: string): readonly PackageFolder[] {
  const known = found.get(name) ?? [...collect(folder, name, new Map()).values()];
  found.set(name, known);
  return known;
}

/** Each where it's looked up and where it really is, because package managers link packages from elsewhere. */
function collect(from: string, name: string, found: Map<string, PackageFolder>): Map<string, PackageFolder> {
  const link = lookUp(from, name);
  const real = realpathSync(link);
  const isKnown = [...found.values()].some((each) => each.real === real);
  found.set(link, { name, link, real });
  if (isKnown) return found;
  const { dependencies = {} } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) collect(real, dependency, found);
  return found;
}

function lookUp(folder: string, packageName: string): string {
  const candidate = join(folder, 'node_modules', packageName);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`The package ${packageName} isn't installed.`);
  return lookUp(parent, packageName);
}
