import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

/** Packs the package of the current folder, as publishing would, and lints what users will get. */
function checkPackage(): number {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    if (run('pnpm', ['pack', '--pack-destination', folder]) !== 0) return 1;
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error(`pnpm pack left no tarball in ${folder}. Run pnpm pack here to see why.`);
    const path = join(folder, tarball);
    const publint = run(join(bin, 'publint'), ['run', path, '--strict']);
    const attw = run(join(bin, 'attw'), [path, '--profile', 'esm-only', '--quiet']);
    return publint === 0 && attw === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: string[]): number {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw new Error(`${command} can't be started. Run this through pnpm.`, { cause: error });
  return status ?? 1;
}

process.exitCode = checkPackage();
