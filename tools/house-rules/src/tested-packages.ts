import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface TestedPackage {
  /** Its folder, such as `apps/server`. */
  readonly folder: string;
  /** Where its tests leave what came of them. */
  readonly results: string;
}

/** Every package with a test script, seen from the root of the repository. */
export function testedPackages(): readonly TestedPackage[] {
  return globSync(
    ['spec', 'packages/*', 'apps/*', 'tools/*', 'bench/*', 'examples/*', 'site'].map(
      (folder) => `${folder}/package.json`,
    ),
  )
    .filter((file) => 'test' in (JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}))
    .map((file) => ({ folder: dirname(file), results: join(dirname(file), 'test-results.json') }));
}
