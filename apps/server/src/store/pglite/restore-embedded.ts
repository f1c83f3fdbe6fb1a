import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { makeDataFolder } from '../../platform/data-folder.ts';
import { UserError } from '../../platform/errors.ts';
import { durableStart, syncFolder } from './durability.ts';
import { lockFolder } from './folder-lock.ts';
import { YieldingPglite } from './yielding-pglite.ts';

/**
 * Makes a database from a backup. It appears whole, or not at all.
 * @returns its folder.
 * @throws {UserError} when there's a database already, or the file is no backup.
 */
export async function restoreEmbedded(file: string, dataDir: string): Promise<string> {
  makeDataFolder(dataDir);
  const unlock = lockFolder(join(dataDir, 'server.lock'));
  const folder = join(dataDir, 'database');
  const draft = `${folder}.restore-${process.pid}`;
  try {
    if (existsSync(folder))
      throw new UserError(
        `There is a database in ${folder} already. Move it away, or give another --data-dir.`,
      );
    await unpack(file, draft);
    await syncFolder(draft);
    await rename(draft, folder);
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
    unlock();
  }
}

/** The database is opened once, so that a damaged backup is found out now. */
async function unpack(file: string, draft: string): Promise<void> {
  try {
    await mkdir(draft, { mode: 0o700 });
    await extract({ file, cwd: draft, strict: true });
    const pglite = new YieldingPglite(draft, { startParams: durableStart });
    await pglite.waitReady;
    await pglite.query('select name from kysely_migration');
    await pglite.close();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${file} can't be restored: ${reason}. Nothing was changed.`, { cause });
  }
}
