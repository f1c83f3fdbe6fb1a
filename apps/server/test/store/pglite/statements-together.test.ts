import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/app/open-database.ts';
import type { Database, Store } from '../../../src/store/store.ts';
import { makeTemporaryFolder, testCacheDir } from '../../helpers/deployment.ts';

describe('statements that come to the embedded database at the same time', () => {
  let dataDir: string;
  let store: Store;
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
    store = await openDatabase({ dataDir, cacheDir: testCacheDir }, () => {});
    await sql`create table fruit (name text primary key, count integer)`.execute(store.db);
  });
  beforeEach(async () => {
    await sql`delete from fruit`.execute(store.db);
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const add = (name: string, count: unknown = 1, db: Database = store.db) =>
    sql<{ name: string }>`insert into fruit (name, count) values (${name}, ${count}) returning name`.execute(
      db,
    );

  async function list(db: Database = store.db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from fruit order by name`.execute(db);
    return rows.map(({ name }) => name);
  }

  async function countTransactions(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(distinct xmin::text) as n from fruit`.execute(
      store.db,
    );
    return rows[0]?.n ?? 0;
  }

  const names = Array.from({ length: 17 }, (_, index) => `fruit ${String(index).padStart(2, '0')}`);

  it('share transactions, and each has its own result', async () => {
    const added = await Promise.all(names.map((name) => add(name)));
    expect(added.map(({ rows }) => rows)).toEqual(names.map((name) => [{ name }]));
    expect(added.map(({ numAffectedRows }) => numAffectedRows)).toEqual(names.map(() => 1n));
    expect(await list()).toEqual(names);
    expect(await countTransactions()).toBeLessThan(names.length / 2);
  });

  it('fail each for itself, and the others are done once', async () => {
    await add('pear');
    const outcomes = await Promise.allSettled([
      add('fig'),
      add('pear'),
      add('plum', 'many'),
      sql`select nothing from fruit`.execute(store.db),
      add('quince'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes).toEqual(['23505', '22P02', '42703']);
    expect(await list()).toEqual(['fig', 'pear', 'quince']);
  });

  it('are done in the order in which they came', async () => {
    const [, seen, , seenLater] = await Promise.all([add('fig'), list(), add('pear'), list()]);
    expect(seen).toEqual(['fig']);
    expect(seenLater).toEqual(['fig', 'pear']);
  });

  it('stay out of a transaction that is open', async () => {
    const outside: Promise<unknown>[] = [];
    const rolledBack = store.db.transaction().execute(async (transaction) => {
      outside.push(add('fig'), add('pear'));
      await add('plum', 1, transaction);
      expect(await list(transaction)).toEqual(['plum']);
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    await Promise.all(outside);
    expect(await list()).toEqual(['fig', 'pear']);
  });

  it('may change tables that others of them ask for', async () => {
    const [before, , after] = await Promise.all([
      sql<object>`select * from fruit`.execute(store.db),
      sql`alter table fruit add column colour text`.execute(store.db),
      sql<object>`insert into fruit (name) values ('fig') returning *`.execute(store.db),
    ]);
    expect(before.rows).toEqual([]);
    expect(after.rows).toHaveLength(1);
    expect(await sql<object>`select * from fruit`.execute(store.db).then(({ rows }) => rows)).toEqual([
      { name: 'fig', count: null, colour: null },
    ]);
  });

  it('are all done before the database closes', async () => {
    const folder = await makeTemporaryFolder();
    const open = () => openDatabase({ dataDir: folder, cacheDir: testCacheDir }, () => {});
    const first = await open();
    await sql`create table fruit (name text primary key, count integer)`.execute(first.db);
    const added = names.map((name) => add(name, 1, first.db));
    // Then the others have come too.
    await added[0];
    await first.close();
    await Promise.all(added);
    const second = await open();
    expect(await list(second.db)).toEqual(names);
    await second.close();
    await rm(folder, { recursive: true, force: true });
  });
});
