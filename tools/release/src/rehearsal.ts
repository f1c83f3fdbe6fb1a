import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallFigures } from './install-figures.ts';
import { startRegistry } from './loopback-registry.ts';
import { measureInstall } from './measure-install.ts';
import { packageManagers } from './package-managers.ts';
import { publishCopy } from './publish-copy.ts';
import { root } from './published-packages.ts';
import { tryImages } from './try-images.ts';
import { tryInstalled } from './try-installed.ts';
import { tryNpx } from './try-npx.ts';

export interface Rehearsed {
  readonly version: string;
  readonly figures: InstallFigures;
  /** What installed and used all packages. */
  readonly managers: readonly string[];
}

/**
 * Rehearses a whole release of the last commit against a registry on the loopback, as its users would meet it.
 *
 * @param keep whether the scratch folder stays, for a look
 * @throws Error where a step of it fails, with what that said
 */
export async function rehearse(tell: (step: string) => void, keep = false): Promise<Rehearsed> {
  const scratch = await mkdtemp(join(tmpdir(), 'release-'));
  const registry = await startRegistry();
  try {
    const { folder, version } = await publishCopy({
      repository: root,
      scratch,
      registry: registry.url,
      tell,
    });
    const shop = { scratch, registry: registry.url, version, repository: folder };
    for (const manager of packageManagers) {
      tell(`install and use with ${manager.name}`);
      await tryInstalled(manager, shop);
    }
    await tryNpx(shop, tell);
    await tryImages(shop, tell);
    tell('measure the installation of the CLI');
    const figures = await measureInstall(shop);
    return { version, figures, managers: packageManagers.map(({ name }) => name) };
  } finally {
    await registry.stop();
    if (keep) tell(`kept ${scratch}`);
    else await rm(scratch, { recursive: true, force: true });
  }
}
