import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../published-packages.ts';
import { readSurface } from './read-surface.ts';

export const surfaceFile = 'public-surface.txt';

/** Writes what each package offers beside it, or with `--check` says where that differs from what was reviewed. */
function main(check: boolean): number {
  const stale = publishedPackages().filter((one) => {
    const path = join(root, one.folder, surfaceFile);
    const surface = readSurface(one, root);
    if (!check) writeFileSync(path, surface);
    return check && readFileSync(path, 'utf8') !== surface;
  });
  for (const { name, folder } of stale)
    process.stderr.write(
      `${name} offers something else than ${folder}/${surfaceFile} says. See the difference: pnpm surface\n`,
    );
  return stale.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.includes('--check'));
