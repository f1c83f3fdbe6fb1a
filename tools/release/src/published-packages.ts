import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PublishedPackage {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly folder: string;
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every package of the repository that goes to the registry. */
export function publishedPackages(repository = root): readonly PublishedPackage[] {
  return globSync(['spec/package.json', '{packages,apps,tools,bench,examples}/*/package.json'], {
    cwd: repository,
  })
    .map((path) => ({ path, manifest: JSON.parse(readFileSync(join(repository, path), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ path, manifest }) => ({ name: String(manifest.name), folder: dirname(path) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The one version of all packages. */
export function versionOf(repository: string): string {
  return JSON.parse(readFileSync(join(repository, 'apps/conformance/package.json'), 'utf8')).version;
}
