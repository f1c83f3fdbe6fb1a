import type { NotificationStorage, StoredRecord } from './notification-storage.ts';
import * as sql from './postgres-queries.ts';

/** What is used of a database: PGlite, a pool of `pg`, or anything that answers a query alike. */
export interface PostgresDatabase {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A storage in two tables, made where they are missing. The caller opens and closes the database. */
export async function createPostgresStorage(database: PostgresDatabase): Promise<NotificationStorage> {
  for (const table of sql.tables) await database.query(table);
  const records = async (query: string, parameters: unknown[]): Promise<StoredRecord[]> =>
    (await database.query(query, parameters)).rows.map(readRow);
  const row = async (query: string, parameters: unknown[]): Promise<{ bytes?: unknown }> => ({
    ...Object((await database.query(query, parameters)).rows[0]),
  });
  const first = async (query: string, parameters: unknown[]) => (await records(query, parameters))[0];
  return {
    async insert(record) {
      const { kind, owner, iden, key, active, created, modified, data } = record;
      const values = [kind, owner, iden, key, active, created, modified, JSON.stringify(data)];
      const inserted = await first(sql.insertRecord, values);
      return inserted ?? (await first(sql.findByKey, [kind, owner, key])) ?? record;
    },
    find: ({ kind, owner, iden }) => first(sql.findRecord, [kind, owner, iden]),
    findByKey: ({ kind, owner, key }) => first(sql.findByKey, [kind, owner, key]),
    list({ kind, owner, limit, active = null, modifiedAfter = null, after }) {
      const place = [after?.modified ?? null, after?.iden ?? null];
      return records(sql.listRecords, [kind, owner, active, modifiedAfter, ...place, limit]);
    },
    change: ({ kind, owner, iden }, { modified, data }) =>
      first(sql.changeRecord, [kind, owner, iden, JSON.stringify(data), modified]),
    remove: async ({ kind, owner, iden }, { modified, keepKey }) =>
      (await first(sql.removeRecord, [kind, owner, iden, modified, keepKey])) !== undefined,
    async drop({ kind, owner, iden }) {
      await database.query(sql.dropRecord, [kind, owner, iden]);
    },
    async writePart({ file, upload, owner }, { seq, bytes }) {
      await database.query(sql.insertPart, [file, seq, upload, owner, Buffer.from(bytes).toString('base64')]);
    },
    async readPart({ file }, seq) {
      const { bytes } = await row(sql.findPart, [file, seq]);
      return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : undefined;
    },
    async discardParts({ owner, upload, file = null, keep = null }) {
      await database.query(sql.deleteParts, [owner, upload, file, keep]);
    },
    sizeOf: async (owner) => Number((await row(sql.sizeOf, [owner])).bytes),
    async forget(owner) {
      await database.query(sql.forgetUser, [owner]);
    },
  };
}

/** The columns are declared in the tables, so that each has the type that is read here. */
function readRow(row: unknown): StoredRecord {
  const { kind, owner, iden, key, active, created, modified, data } = row as StoredRecord;
  return { kind, owner, iden, key, active, created, modified, data };
}
