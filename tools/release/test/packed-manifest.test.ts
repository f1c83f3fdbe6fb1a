import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { subset } from 'semver';
import { expect, test } from 'vitest';
// @ts-expect-error It is pnpm's file, which has no types.
import { hooks } from '../../../.pnpmfile.mjs';
import { publishedPackages, root } from '../src/published-packages.ts';

interface Manifest {
  readonly name: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const packages = publishedPackages().map(({ name, folder }) => ({ name, folder: join(root, folder) }));

test.each(packages)('$name runs on no Node that one of its dependencies refuses', ({ folder }) => {
  const { engines } = manifestIn(folder);
  const refusing = [...dependenciesOf(folder)].flatMap((place) => {
    const { name, engines: theirs } = manifestIn(place);
    const isFine = theirs?.node === undefined || subset(engines?.node ?? '*', theirs.node);
    return isFine ? [] : [`${name} needs ${theirs?.node}`];
  });
  expect(refusing).toEqual([]);
});

test('users get fixes of dependencies by themselves, but for what must be the same everywhere', () => {
  const dependencies = { zod: '4.6.7', ky: '^2.1.0', 'pg-boss': '12.35.0', '@agent-workers/types': '1.0.0' };
  const packed = hooks.beforePacking(
    { name: '@agent-workers/server', dependencies },
    join(root, 'apps/server'),
  );
  expect(packed.dependencies).toEqual({ ...dependencies, zod: '^4.6.7' });
});

/** The folders of all that is installed along with a package; pnpm puts what a package needs beside it. */
function dependenciesOf(folder: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
    const place = findInstalled(folder, name);
    if (seen.has(place)) continue;
    seen.add(place);
    dependenciesOf(place, seen);
  }
  return seen;
}

function findInstalled(folder: string, name: string): string {
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    const path = join(place, 'node_modules', name);
    if (existsSync(path)) return realpathSync(path);
  }
  throw new Error(`${name}, which ${folder} needs, is not installed.`);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
