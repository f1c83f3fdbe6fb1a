import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './loopback-registry.ts';
import { measureInstall } from './measure-install.ts';
import { packageManagers } from './package-managers.ts';
import { publishCopy } from './publish-copy.ts';
import { root } from './published-packages.ts';
import { runCommand } from './run-command.ts';
import { tryInstalled } from './try-installed.ts';
import { tryNpx } from './try-npx.ts';

/**
 * Rehearses a whole release of the last commit against a registry on the loopback, as its users would meet it.
 * `--keep` leaves the scratch folder for a look.
 */
async function rehearse(keep: boolean): Promise<void> {
  await tellWhatIsLeftOut();
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
    tell('measure the installation of the CLI');
    const { megabytes, seconds } = await measureInstall(shop);
    say(
      `@agent-workers/conformance ${version}: ${megabytes.toFixed(1)} MB installed, npx --version in ${seconds.toFixed(1)} s with an empty cache`,
    );
    say(`installed and used by ${packageManagers.map(({ name }) => name).join(', ')}`);
  } finally {
    await registry.stop();
    if (keep) say(`kept ${scratch}`);
    else await rm(scratch, { recursive: true, force: true });
  }
}

async function tellWhatIsLeftOut(): Promise<void> {
  const { stdout } = await runCommand('git', ['status', '--porcelain'], { folder: root });
  const changed = stdout.split('\n').filter((line) => line !== '').length;
  if (changed > 0) say(`The last commit is rehearsed; ${changed} changed files are not in it.`);
}

function tell(step: string): void {
  say(`  ${new Date().toISOString().slice(11, 19)}  ${step}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await rehearse(process.argv.includes('--keep'));
