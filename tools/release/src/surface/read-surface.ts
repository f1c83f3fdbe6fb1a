import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';
import { programLines } from './program-lines.ts';
import { readDeclarations } from './read-declarations.ts';

type Target = string | Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, Target>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, Target>> };
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** All that a user of a package may rely on, as lines of text: what it needs, entries, programs, declarations. */
export function readSurface({ folder }: PublishedPackage, repository: string): string {
  const at = join(repository, folder);
  const manifest: Manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  const entries = Object.entries(manifest.publishConfig?.exports ?? manifest.exports ?? {});
  const declarations = entries.flatMap(([, target]) =>
    typeof target === 'string' || target.types === undefined ? [] : [target.types],
  );
  const parts = [
    ...Object.entries(manifest.engines ?? {}).map(([name, range]) => `needs ${name} ${range}`),
    ...Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => `peer ${name} ${range}`),
    ...Object.entries(manifest.bin ?? {}).flatMap(([name, path]) => programLines(name, join(at, path))),
    ...entries.flatMap(([entry, target]) => entryLines(at, entry, target)),
    readDeclarations(at, declarations),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

/** An entry with a star is as many entries as there are files. */
function entryLines(folder: string, entry: string, target: Target): string[] {
  if (typeof target !== 'string' || !target.includes('*')) return [`entry ${entry}`];
  const ours = ['node_modules', 'test', 'CHANGELOG.md', 'test-results.json', 'package.json', 'tsconfig.json'];
  const files = globSync(target.replace('*', '**/*.{yaml,json,md}'), {
    cwd: folder,
    exclude: (name) => ours.includes(name),
  });
  return files.sort().map((file) => `entry ./${file}`);
}
