import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, root } from './published-packages.ts';
import { runCommand } from './run-command.ts';
import { fits, neededBump } from './surface/needed-bump.ts';

interface Status {
  readonly changesets: readonly {
    readonly releases: readonly { readonly name: string; readonly type: string }[];
  }[];
}

/**
 * Demands of a branch that each package which it changes has a changeset, and that the changeset says enough for how the
 * public surface has changed since the base.
 */
async function checkChange(base: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'status-'));
  try {
    const output = join(folder, 'status.json');
    await runCommand('pnpm', ['exec', 'changeset', 'status', `--since=${base}`, `--output=${output}`], {
      folder: root,
    });
    const status: Status = JSON.parse(readFileSync(output, 'utf8'));
    const complaints = await Promise.all(
      publishedPackages().map((one) => complaint(one.name, one.folder, base, status)),
    );
    const said = complaints.filter((text) => text !== undefined);
    for (const text of said) process.stderr.write(`${text}\n`);
    return said.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function complaint(
  name: string,
  folder: string,
  base: string,
  status: Status,
): Promise<string | undefined> {
  const path = `${folder}/public-surface.txt`;
  const before = await textAt(base, path);
  const after = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  const needed = before === undefined ? 'none' : neededBump(before, after);
  const said = status.changesets.flatMap(({ releases }) => releases.filter((one) => one.name === name));
  if (said.some(({ type }) => fits(type, isCandidate() && needed === 'major' ? 'minor' : needed)))
    return undefined;
  if (needed === 'none') return undefined;
  return `${name}: ${path} changed so that a ${needed} bump is needed, and no changeset of this branch says so. Add one: pnpm changeset`;
}

/** Release candidates of one version may still differ in anything; they have the same major version in any case. */
function isCandidate(): boolean {
  const path = join(root, '.changeset/pre.json');
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).mode === 'pre';
}

async function textAt(commit: string, path: string): Promise<string | undefined> {
  const { stdout, exitCode } = await runCommand('git', ['show', `${commit}:${path}`], {
    folder: root,
    exits: [0, 128],
  });
  return exitCode === 0 ? stdout : undefined;
}

const [base] = process.argv.slice(2);
if (base === undefined) {
  process.stderr.write('Name the commit to compare with: node src/check-change.ts origin/main\n');
  process.exitCode = 2;
} else process.exitCode = await checkChange(base);
