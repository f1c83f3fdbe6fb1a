import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/app/open-database.ts';
import { ensureUser } from '../../../src/store/user-repository.ts';
import { makeTemporaryFolder, testCacheDir } from '../../helpers/deployment.ts';

describe('the embedded database', () => {
  const folders: string[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  /** How often the disk is waited for while a user is added. */
  async function countSyncs(durable: boolean): Promise<number> {
    const dataDir = await makeTemporaryFolder();
    folders.push(dataDir);
    const store = await openDatabase({ dataDir, cacheDir: testCacheDir, durable }, () => {});
    const sync = vi.spyOn(fs, 'fsyncSync');
    await ensureUser(store.db, 'ann');
    const count = sync.mock.calls.length;
    await store.close();
    const again = await openDatabase({ dataDir, cacheDir: testCacheDir, durable }, () => {});
    expect(await again.db.selectFrom('user').select('name').execute()).toEqual([{ name: 'ann' }]);
    await again.close();
    return count;
  }

  it('waits for the disk before it acknowledges a write where that is asked for, and else never', async () => {
    expect(await countSyncs(false)).toBe(0);
    expect(await countSyncs(true)).toBeGreaterThan(0);
  });
});
