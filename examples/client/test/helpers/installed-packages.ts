import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url));
const own = ['types', 'client-fetch', 'tools'];
const scope = '@agent-workers/';

/** How a package manager lays packages out: all beside each other, or each with its own dependencies alone. */
export type Layout = 'npm' | 'pnpm';

/** The packed tarballs, unpacked, each in a folder of its name. */
export function unpackTarballs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarballs-'));
  for (const name of own) {
    const source = join(packages, name);
    if (!existsSync(join(source, 'dist/index.js')))
      throw new Error(`${name} isn't built. Run: pnpm exec turbo run build`);
    const target = join(folder, 'node_modules', scope, name);
    mkdirSync(target, { recursive: true });
    execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: source, stdio: 'pipe' });
    const tarball =
      readdirSync(folder).find((each) => each.endsWith('.tgz') && each.includes(`-${name}-`)) ?? '';
    execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', target]);
  }
  return folder;
}

/** A folder in which a user has installed these packages, as a package manager leaves it. */
export function installAs(layout: Layout, tarballs: string, names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), `as-${layout}-`));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  link(join(folder, 'node_modules'), '@types/node', join(packages, 'types/node_modules/@types/node'));
  if (layout === 'npm') layFlat(folder, tarballs);
  else layApart(folder, { tarballs, names });
  return folder;
}

/** Everything is reachable for everybody. */
function layFlat(folder: string, tarballs: string): void {
  const modules = join(folder, 'node_modules');
  for (const name of own) copy(join(tarballs, 'node_modules', scope, name), join(modules, scope, name));
  for (const [name, target] of registry) link(modules, name, target);
}

interface Installing {
  tarballs: string;
  names: readonly string[];
}

/** Each package reaches what it depends on, and a program what it has installed itself. */
function layApart(folder: string, { tarballs, names }: Installing): void {
  const homeOf = (name: string) => join(folder, '.store', name, 'node_modules');
  for (const name of own) {
    const home = homeOf(name);
    copy(join(tarballs, 'node_modules', scope, name), join(home, scope, name));
    if (name !== 'types') link(home, `${scope}types`, join(homeOf('types'), scope, 'types'));
    // An optional peer is there for a package where its user has it.
    const reached = registry.filter(([each]) =>
      each === 'ky' ? name === 'client-fetch' : names.includes(each),
    );
    for (const [each, target] of reached) link(home, each, target);
  }
  const modules = join(folder, 'node_modules');
  for (const name of names.filter((each) => each.startsWith(scope)))
    link(modules, name, join(homeOf(name.slice(scope.length)), name));
  for (const [name, target] of registry.filter(([each]) => names.includes(each))) link(modules, name, target);
}

/** What the registry would bring. */
const registry = [
  ['ky', join(packages, 'client-fetch/node_modules/ky')],
  ['zod', join(packages, 'types/node_modules/zod')],
] as const;

function link(modules: string, name: string, target: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(existsSync(target) ? realpathSync(target) : target, join(modules, name));
}

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  execFileSync('cp', ['-r', source, target]);
}
