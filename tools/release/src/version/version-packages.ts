import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, versionOf } from '../published-packages.ts';
import { runCommand } from '../run-command.ts';
import { referringFiles, withReferences } from './references.ts';

/**
 * Gives all packages the version that their changesets ask for, and renews whatever tells a version, so that the commit
 * passes CI: generated files, the manifest that later changes are compared with, and what documents tell users to install.
 * Options go to `changeset version`. A snapshot leaves the release candidates, which know none.
 */
async function versionPackages(options: readonly string[]): Promise<void> {
  const run = (command: string, ...args: string[]) => runCommand(command, args, { folder: root });
  if (options.includes('--snapshot')) rmSync(join(root, '.changeset/pre.json'), { force: true });
  await run('changeset', 'version', ...options);
  await run('turbo', 'run', 'generate', '--output-logs=errors-only');
  await run('pnpm', '--filter', '@agent-workers/tools', 'run', 'keep-manifest');
  const version = versionOf(root);
  for (const path of referringFiles(root)) {
    const text = readFileSync(join(root, path), 'utf8');
    const renewed = withReferences(text, version);
    if (renewed !== text) writeFileSync(join(root, path), renewed);
  }
  await run('biome', 'check', '--write');
  process.stdout.write(`${version}\n`);
}

await versionPackages(process.argv.slice(2));
