import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, root } from './published-packages.ts';

/**
 * For a maintainer who is logged in to npm, once before the first release:
 *
 *   pnpm release:claim-names             says what it would do
 *   pnpm release:claim-names --publish   publishes an empty package under each name that npm doesn't know yet
 *   pnpm release:claim-names --trust     tells npm which workflows may publish; it can't be told of a name that it doesn't know
 *
 * The version is a candidate: changesets then takes the first real one for what it is, and gives it the tag `latest`.
 */
const version = '0.0.0-rc.0';
const workflows = ['release.yml', 'snapshot.yml'];
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function claimNames(options: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  const npm = (isMeant: boolean, ...args: string[]): void => {
    process.stdout.write(`npm ${args.join(' ')}\n`);
    // npm asks for a second factor.
    const { status } = isMeant ? spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }) : { status: 0 };
    if (status !== 0)
      throw new Error(`npm ${args.join(' ')} ended with ${status}. What is done stays; run it again.`);
  };
  try {
    for (const name of publishedPackages()
      .map((one) => one.name)
      .filter((one) => !isKnown(one))) {
      const manifest = { name, version, description: `See ${homepage}`, license: 'MIT' };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      writeFileSync(
        join(folder, 'README.md'),
        `This name belongs to ${homepage}. The first release follows.\n`,
      );
      npm(options.includes('--publish'), 'publish', '--access', 'public', '--tag', 'latest');
    }
    const place = ['--repo', new URL(homepage).pathname.slice(1), '--env', 'npm'];
    for (const { name } of publishedPackages())
      for (const file of workflows)
        npm(
          options.includes('--trust'),
          'trust',
          'github',
          name,
          '--file',
          file,
          ...place,
          '--allow-publish',
          '--yes',
        );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isKnown(name: string): boolean {
  return spawnSync('npm', ['view', name, 'name'], { stdio: 'ignore' }).status === 0;
}

claimNames(process.argv.slice(2));
