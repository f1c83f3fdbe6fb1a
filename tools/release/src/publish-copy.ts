import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versionOf } from './published-packages.ts';
import { runCommand } from './run-command.ts';
import { installAsRunner } from './runner.ts';

export interface Release {
  /** Where the released state of the repository lies. */
  readonly folder: string;
  readonly version: string;
}

export interface PublishOptions {
  readonly repository: string;
  readonly scratch: string;
  readonly registry: string;
  readonly tell: (step: string) => void;
}

type Run = (command: string, args: readonly string[], environment?: NodeJS.ProcessEnv) => Promise<unknown>;

/** What the release workflow does, done with a clone of the last commit: version, check, claim the names, build, publish. */
export async function publishCopy({ repository, scratch, registry, tell }: PublishOptions): Promise<Release> {
  const folder = join(scratch, 'repository');
  tell('clone the last commit');
  await runCommand('git', ['clone', '--quiet', '--shared', repository, folder], { folder: scratch });
  tell('install as a runner does, which has no pnpm');
  const PATH = await installAsRunner(folder, scratch);
  const run: Run = (command, args, environment = {}) =>
    runCommand(command, args, { folder, environment: { CI: 'true', WHOLE: '', PATH, ...environment } });
  // A commit that is about to be published has used its changesets up.
  if (hasChangesets(folder)) await versionAndCheck(run, tell);
  const version = versionOf(folder);
  await writeFile(join(scratch, 'npmrc'), npmrcFor(registry));
  const environment = registryEnvironment(scratch, registry);
  tell('claim the names');
  await run('pnpm', ['release:claim-names', '--publish'], environment);
  tell('plan the publication');
  const changesets = 'node_modules/@changesets/cli/bin.js';
  await run('node', [changesets, 'publish-plan', '--output', join(scratch, 'plan.json')], environment);
  tell(`build and publish ${version}`);
  await run('pnpm', ['release', '--no-git-tag'], environment);
  await run('pnpm', ['release:notes']);
  return { folder, version };
}

/** What the pull request "Version Packages" holds, and what CI demands of it. */
async function versionAndCheck(run: Run, tell: PublishOptions['tell']): Promise<void> {
  tell('version the packages by their changesets');
  await run('pnpm', ['release:version']);
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@127.0.0.1'];
  await run('git', [...author, 'commit', '--all', '--quiet', '--message', 'Version Packages']);
  tell('check that commit as CI does');
  await run('pnpm', ['check:static']);
  await run('pnpm', ['--filter', '@agent-workers/release', 'exec', 'vitest', 'run', 'test/version']);
}

/** Where package managers find the registry, and caches of their own: others know this version from an earlier rehearsal. */
export function registryEnvironment(scratch: string, registry: string): NodeJS.ProcessEnv {
  return {
    npm_config_registry: registry,
    pnpm_config_registry: registry,
    npm_config_userconfig: join(scratch, 'npmrc'),
    npm_config_cache: join(scratch, 'npm-cache'),
    pnpm_config_cache_dir: join(scratch, 'pnpm-cache'),
    YARN_GLOBAL_FOLDER: join(scratch, 'yarn-cache'),
    BUN_INSTALL_CACHE_DIR: join(scratch, 'bun-cache'),
  };
}

/** The token has no owner: the registry takes all, but npm's clients publish nothing without one. */
export function npmrcFor(registry: string): string {
  const { host } = new URL(registry);
  return `registry=${registry}\n//${host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`;
}

function hasChangesets(folder: string): boolean {
  return globSync('.changeset/*.md', { cwd: folder }).some((path) => !path.endsWith('README.md'));
}
