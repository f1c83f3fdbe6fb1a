import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { registryEnvironment } from './publish-copy.ts';
import { runCommand } from './run-command.ts';
import type { Shop } from './try-installed.ts';

export interface InstallFigures {
  /** Of all files of `node_modules`, by their lengths; 1 MB is 1,000,000 bytes. */
  readonly megabytes: number;
  /** From `npx -y @agent-workers/conformance --version` with an empty cache until it ends. */
  readonly seconds: number;
}

/** What the CLI costs those who have nothing of it yet; the registry has all packages at hand. */
export async function measureInstall({ scratch, registry, version }: Shop): Promise<InstallFigures> {
  const folder = join(scratch, 'measured');
  await mkdir(folder);
  const environment = { ...registryEnvironment(scratch, registry), npm_config_cache: join(folder, 'cache') };
  const cli = `@agent-workers/conformance@${version}`;
  const { seconds } = await runCommand('npx', ['-y', cli, '--version'], { folder, environment });
  await runCommand('npm', ['install', '--no-package-lock', cli], { folder, environment });
  return { seconds, megabytes: (await bytesIn(join(folder, 'node_modules'))) / 1e6 };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
