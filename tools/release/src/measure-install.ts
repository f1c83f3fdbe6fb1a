import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallFigures } from './install-figures.ts';
import { registryEnvironment } from './publish-copy.ts';
import { runCommand } from './run-command.ts';
import type { Shop } from './try-installed.ts';

/** What the CLI costs those who have nothing of it yet; the registry has all packages at hand. */
export async function measureInstall({ scratch, registry, version }: Shop): Promise<InstallFigures> {
  const folder = join(scratch, 'measured');
  await mkdir(folder);
  const environment = { ...registryEnvironment(scratch, registry), npm_config_cache: join(folder, 'cache') };
  const cli = `@agent-workers/conformance@${version}`;
  const { seconds } = await runCommand('npx', ['-y', cli, '--version'], { folder, environment });
  await runCommand('npm', ['install', '--no-package-lock', cli], { folder, environment });
  return { seconds, ...(await sizeOf(join(folder, 'node_modules'))) };
}

/** File systems count in blocks of this many bytes. */
const block = 512;

async function sizeOf(folder: string): Promise<Pick<InstallFigures, 'megabytes' | 'megabytesOnDisk'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const facts = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return {
    megabytes: facts.reduce((sum, { size }) => sum + size, 0) / 1e6,
    megabytesOnDisk: facts.reduce((sum, { blocks }) => sum + blocks * block, 0) / 1e6,
  };
}
