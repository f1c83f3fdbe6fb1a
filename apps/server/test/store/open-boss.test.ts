import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/open-database.ts';
import { openBoss } from '../../src/store/open-boss.ts';
import { makeTemporaryFolder, testCacheDir } from '../helpers/deployment.ts';

describe('the job queue', () => {
  it('tells in words what went wrong in it, also where its errors are plain objects', async () => {
    const dataDir = await makeTemporaryFolder();
    const store = await openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
    const errors: unknown[] = [];
    const boss = await openBoss(store, (_, details) => errors.push(details?.error));
    boss.emit('error', { name: 'Error', message: 'Connection terminated' });
    boss.emit('error', new Error('Timed out'));
    expect(errors.map(String)).toEqual(['Error: Connection terminated', 'Error: Timed out']);
    await boss.stop({ graceful: false });
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
