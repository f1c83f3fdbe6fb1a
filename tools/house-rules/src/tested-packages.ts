import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

export interface TestedPackage {
  /** Its folder, such as `apps/server`. */
  readonly folder: string;
  /** Where its tests leave what came of them. */
  readonly results: string;
}

/** Every package of the workspace with a test script, seen from the root of the repository. */
export function testedPackages(): readonly TestedPackage[] {
  const { packages }: { readonly packages: readonly string[] } = parse(
    readFileSync('pnpm-workspace.yaml', 'utf8'),
  );
  return globSync(packages.map((folder) => `${folder}/package.json`))
    .filter((file) => 'test' in (JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}))
    .map((file) => ({ folder: dirname(file), results: join(dirname(file), 'test-results.json') }));
}
