import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './loopback-registry.ts';
import { packageManagers } from './package-managers.ts';
import { npmrcFor, registryEnvironment } from './publish-copy.ts';
import { publishedPackages, root, versionOf } from './published-packages.ts';
import { readyServer } from './ready-server.ts';
import { runCommand } from './run-command.ts';
import { tryInstalled } from './try-installed.ts';

/**
 * The part of a rehearsal that takes seconds: publishes what was built here as it is, installs it with npm, uses each
 * package, and lets the installed CLI judge the installed server.
 *
 * @returns what the CLI said
 * @throws Error where a step of it fails, with what that said
 */
export async function rehearseBuild(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'release-'));
  const { url: registry, stop } = await startRegistry();
  try {
    await writeFile(join(scratch, 'npmrc'), npmrcFor(registry));
    const environment = registryEnvironment(scratch, registry);
    const filters = publishedPackages().flatMap(({ name }) => ['--filter', name]);
    await runCommand('pnpm', [...filters, 'publish', '--no-git-checks'], { folder: root, environment });
    const [npm] = packageManagers;
    if (npm?.name !== 'npm') throw new Error('The first package manager is npm.');
    await tryInstalled(npm, { scratch, registry, version: versionOf(root), repository: root });
    return await judgeInstalled(join(scratch, 'with-npm'), environment);
  } finally {
    await stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function judgeInstalled(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const server = await readyServer(['--no-install', 'agent-workers-server'], { folder, environment });
  try {
    const small = [
      '--config',
      server.config,
      '--allow-writes',
      '--operations',
      'listToolsets',
      '--seed',
      '7',
    ];
    const cli = ['--no-install', 'agent-conformance', ...small];
    const { stdout } = await runCommand('npx', cli, { folder, environment });
    return stdout;
  } finally {
    await server.stop();
  }
}
