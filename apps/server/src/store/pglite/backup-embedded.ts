import { constants, readdirSync, rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { create } from 'tar';
import type { YieldingPglite } from './yielding-pglite.ts';

/**
 * A copy of the database as of now, as a compressed tar. Statements wait while the files are copied to beside their folder;
 * while that copy is read they don't, and it's never held as a whole.
 */
export async function backUpEmbedded(
  pglite: YieldingPglite,
  folder: string,
): Promise<ReadableStream<Uint8Array>> {
  const copy = `${folder}${mark}${crypto.randomUUID()}`;
  const discard = () => rm(copy, { recursive: true, force: true });
  try {
    const files = { recursive: true, mode: constants.COPYFILE_FICLONE };
    await pglite.whileStill(() => cp(folder, copy, files));
  } catch (error) {
    await discard();
    throw error;
  }
  const packed = createGzip();
  // A failure reaches who reads, and a reader who leaves is one for us.
  pipeline(packAndDiscard(copy, discard), packed).catch(() => {});
  return Readable.toWeb(packed);
}

async function* packAndDiscard(copy: string, discard: () => Promise<void>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* create({ cwd: copy, portable: true }, ['.']);
  } finally {
    await discard();
  }
}

const mark = '.backup-';

/** Removes copies that a process left that died. */
export function discardLeftCopies(folder: string): void {
  const begin = `${basename(folder)}${mark}`;
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(begin)) rmSync(join(dirname(folder), name), { recursive: true, force: true });
}
