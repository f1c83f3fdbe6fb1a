import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/app/open-database.ts';
import type { Store } from '../../../src/store/store.ts';
import { makeTemporaryFolder, testCacheDir } from '../../helpers/deployment.ts';

describe('statements that the embedded database keeps', () => {
  let dataDir: string;
  let store: Store;
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
    store = await openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
    await sql`create table fruit (name text primary key, count integer)`.execute(store.db);
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function countKept(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(
      store.db,
    );
    return rows[0]?.n ?? 0;
  }

  async function add(name: string, count: number | null): Promise<unknown> {
    const added = await sql`insert into fruit (name, count) values (${name}, ${count}) returning *`.execute(
      store.db,
    );
    return added.rows[0];
  }

  it('are parsed once, and take other values each time', async () => {
    expect(await add('pear', 3)).toEqual({ name: 'pear', count: 3 });
    await countKept();
    const before = await countKept();
    expect(await add('plum', null)).toEqual({ name: 'plum', count: null });
    expect(await countKept()).toBe(before);
  });

  it('tell what is wrong, and go on', async () => {
    await expect(add('pear', 1)).rejects.toMatchObject({ code: '23505', constraint: 'fruit_pkey' });
    await expect(sql`select nothing from fruit`.execute(store.db)).rejects.toMatchObject({ code: '42703' });
    expect(await add('fig', 5)).toEqual({ name: 'fig', count: 5 });
  });

  it('are there still when the transaction that they came with is rolled back', async () => {
    const divide = (by: number) => sql<{ value: number }>`select 6 / ${by}::integer as value`;
    const failing = store.db.transaction().execute(async (transaction) => {
      expect((await divide(2).execute(transaction)).rows).toEqual([{ value: 3 }]);
      await divide(0).execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await divide(3).execute(store.db)).rows).toEqual([{ value: 2 }]);
  });

  it('give the columns that a table has now, even if another connection changed it', async () => {
    const columns = async () => {
      const { rows } = await sql<object>`select * from fruit where name = 'fig'`.execute(store.db);
      return Object.keys(rows[0] ?? {});
    };
    expect(await columns()).toEqual(['name', 'count']);
    await sql`alter table fruit add column colour text`.execute(store.db);
    expect(await columns()).toEqual(['name', 'count', 'colour']);
    await store.queueConnection.db?.executeSql('alter table fruit drop column colour');
    expect(await columns()).toEqual(['name', 'count']);
  });

  it('are not kept without end', async () => {
    for (let number = 0; number < 300; number += 1) await sql.raw(`select ${number}`).execute(store.db);
    expect(await countKept()).toBeLessThanOrEqual(256);
    expect(await add('quince', 1)).toEqual({ name: 'quince', count: 1 });
  });
});
