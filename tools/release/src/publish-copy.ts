import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

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

/** What the release workflow does, done with a clone of the last commit: version, build, publish. */
export async function publishCopy(options: PublishOptions): Promise<Release> {
  const { repository, scratch, registry, tell } = options;
  const folder = join(scratch, 'repository');
  tell('clone the last commit');
  await runCommand('git', ['clone', '--quiet', '--shared', repository, folder], { folder: scratch });
  const inClone = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
    runCommand(command, args, { folder, environment: { CI: 'true', ...environment } });
  const pnpm = (...args: string[]) => inClone('npx', ['-y', 'pnpm@12', ...args]);
  tell('install');
  await pnpm('install', '--prefer-offline');
  // A commit that is about to be published has used its changesets up.
  if (hasChangesets(folder)) {
    tell('version the packages by their changesets');
    await pnpm('exec', 'changeset', 'version');
  }
  const version = await versionOf(folder);
  tell(`build ${version}`);
  await pnpm(
    'exec',
    'turbo',
    'run',
    'build',
    '--filter=./packages/*',
    '--filter=./apps/*',
    '--output-logs=errors-only',
  );
  tell(`publish ${version}`);
  await writeFile(join(scratch, 'npmrc'), npmrcFor(registry));
  await inClone(
    'npx',
    ['-y', 'pnpm@12', 'exec', 'changeset', 'publish', '--no-git-tag'],
    registryEnvironment(scratch, registry),
  );
  return { folder, version };
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
    NPM_CONFIG_PROVENANCE: 'false',
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

async function versionOf(folder: string): Promise<string> {
  const { stdout } = await runCommand('node', ['-p', 'require("./apps/conformance/package.json").version'], {
    folder,
  });
  return stdout.trim();
}
