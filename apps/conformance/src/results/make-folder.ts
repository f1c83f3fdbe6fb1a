import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` never comes back from a place such as /proc, where a folder
 * is missing and can't be made.
 *
 * @throws the error of the file system where it can't be made
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (cause) {
    const above = dirname(folder);
    if (!isAboveMissing(cause) || above === folder) throw cause;
    await makeFolder(above);
    await makeOne(folder);
  }
}

/** One that is there already is made. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch(async (cause: unknown) => {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw cause;
  });
}

function isAboveMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
