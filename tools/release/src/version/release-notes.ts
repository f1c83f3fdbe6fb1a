import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root, versionOf } from '../published-packages.ts';
import { changelogEntry } from './changelog-entry.ts';

/** Writes one text for the one version of all packages: what the changelog of each says of it. */
const version = versionOf(root);
const sections = publishedPackages().flatMap(({ name, folder }) => {
  const path = join(root, folder, 'CHANGELOG.md');
  const entry = existsSync(path) ? changelogEntry(readFileSync(path, 'utf8'), version) : '';
  return entry === '' ? [] : [`## ${name}\n\n${entry}\n`];
});
if (sections.length === 0)
  throw new Error(
    `No changelog has an entry for ${version}. Was the version written by pnpm release:version?`,
  );
process.stdout.write(sections.join('\n'));
