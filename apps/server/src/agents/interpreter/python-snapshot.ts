import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startSandboxed } from './isolation/start-sandboxed.ts';
import { pythonSetup } from './python-setup.ts';
import { toSandbox } from './sandbox.ts';
import { entryFile, packagesFor } from './sandbox-files.ts';

/**
 * Sees to it that there's a file with the memory of a Python that is ready, from which others start in a fraction of
 * the time. It's made once per version.
 * @throws when there's no place for it, or Python can't be started.
 */
export async function placeSnapshot(cacheDir: string): Promise<string> {
  const file = join(cacheDir, `python-${snapshotKey()}.snapshot`);
  if (existsSync(file)) return file;
  const draft = `${file}.draft-${process.pid}-${crypto.randomUUID()}`;
  await mkdir(cacheDir, { recursive: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await writeSnapshot(handle.fd);
    await rename(draft, file);
    return file;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** Made in a sandboxed process too, which gets the open file and no right to open any. */
async function writeSnapshot(descriptor: number): Promise<void> {
  const sandbox = toSandbox(
    startSandboxed({
      entry: entryFile('python-snapshot-child'),
      packages: packagesFor('pyodide'),
      descriptor,
    }),
  );
  // It says that it's ready when all is written.
  await sandbox.ready;
}

function snapshotKey(): string {
  const { version } = createRequire(import.meta.url)('pyodide/package.json');
  const parts = [version, process.version, pythonSetup, 'without the path of the process'];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
