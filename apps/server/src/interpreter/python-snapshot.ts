import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pythonSetup } from './python-setup.ts';
import { entryFile, foldersOf } from './sandbox-files.ts';
import { startSandboxed } from './start-sandboxed.ts';

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
  const child = startSandboxed({
    entry: entryFile('python-snapshot-child'),
    readableFolders: foldersOf('pyodide'),
    descriptor,
  });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'written') throw new Error(`Python's memory could not be written: exit code ${message}.`);
}

function snapshotKey(): string {
  const { version } = createRequire(import.meta.url)('pyodide/package.json');
  const parts = [version, process.version, pythonSetup];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
