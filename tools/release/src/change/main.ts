import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../published-packages.ts';
import { runCommand } from '../run-command.ts';
import { neededBump } from '../surface/needed-bump.ts';
import { bumpsOf } from './changesets.ts';
import { complaintsAbout, isInstalled } from './complaints.ts';

/**
 * Demands of a branch that each package whose users get something else has a changeset, and that the changeset says enough
 * for how the public surface has changed since the base.
 */
async function checkChange(base: string): Promise<number> {
  const changed = (await git('diff', '--name-only', `${base}...HEAD`)).split('\n');
  const own = changed
    .filter(isChangeset)
    .filter((path) => existsSync(join(root, path)))
    .map(readBumps);
  const counting = isCandidate()
    ? globSync('.changeset/**/*.md', { cwd: root }).filter(isChangeset).map(readBumps)
    : own;
  const complaints: string[] = [];
  for (const { name, folder } of publishedPackages()) {
    const files = changed
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
    complaints.push(
      ...complaintsAbout({
        name,
        isChanged: files.some(isInstalled),
        needed: await neededFor(folder, base),
        said: own.flatMap((bumps) => bumps[name] ?? []),
        counting: counting.flatMap((bumps) => bumps[name] ?? []),
      }),
    );
  }
  for (const text of complaints) process.stderr.write(`${text}\n`);
  return complaints.length === 0 ? 0 : 1;
}

async function neededFor(folder: string, base: string): Promise<ReturnType<typeof neededBump>> {
  const path = `${folder}/public-surface.txt`;
  // What is new at all breaks nobody.
  const before = await git('show', `${base}:${path}`).catch(() => undefined);
  return before === undefined ? 'none' : neededBump(before, readFileSync(join(root, path), 'utf8'));
}

function isChangeset(path: string): boolean {
  return /^\.changeset\/.*\.md$/.test(path) && !path.endsWith('README.md');
}

function readBumps(path: string): Readonly<Record<string, string>> {
  return bumpsOf(readFileSync(join(root, path), 'utf8'));
}

/** Candidates are of one version, which has been told of all that their changesets say. */
function isCandidate(): boolean {
  const path = join(root, '.changeset/pre.json');
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).mode === 'pre';
}

async function git(...args: string[]): Promise<string> {
  return (await runCommand('git', args, { folder: root })).stdout;
}

const [base] = process.argv.slice(2);
if (base === undefined) {
  process.stderr.write('Name the commit to compare with: pnpm check:change origin/main\n');
  process.exitCode = 2;
} else process.exitCode = await checkChange(base);
