import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/open-database.ts';
import { makeTemporaryFolder, testCacheDir } from '../helpers/deployment.ts';

describe('a database that a later version has changed', () => {
  let dataDir: string;
  const open = () => openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is left alone, with a sentence that says what to do', async () => {
    const store = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(store.db);
    await store.close();
    await expect(open()).rejects.toThrow(
      /not for this version: a later version of this server has changed them \(9999-later\)\. Start that version/,
    );
  });
});
