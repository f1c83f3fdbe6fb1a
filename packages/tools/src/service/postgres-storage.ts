import type { NotificationStorage, StoredRecord } from './notification-storage.ts';

/** What is used of a database: PGlite, a pool of `pg`, or anything that answers a query alike. */
export interface PostgresDatabase {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

const tables = [
  `create table if not exists notifier_records (
    kind text not null, owner text not null, iden text not null collate "C", key text, active boolean not null,
    created double precision not null, modified double precision not null, data jsonb not null,
    primary key (kind, owner, iden), unique (kind, owner, key))`,
  `create index if not exists notifier_records_newest on notifier_records (kind, owner, modified desc, iden desc)`,
  `create table if not exists notifier_files (iden text primary key, bytes bytea not null)`,
];

/** A storage in two tables, made where they are missing. The caller opens and closes the database. */
export async function createPostgresStorage(database: PostgresDatabase): Promise<NotificationStorage> {
  for (const table of tables) await database.query(table);
  const records = async (sql: string, parameters: unknown[]): Promise<StoredRecord[]> =>
    (await database.query(sql, parameters)).rows.map(readRow);
  const first = async (sql: string, parameters: unknown[]) => (await records(sql, parameters))[0];
  const byKey = 'select * from notifier_records where kind = $1 and owner = $2 and key = $3';
  return {
    async insert(record) {
      const { kind, owner, iden, key, active, created, modified, data } = record;
      const inserted = await first(
        `insert into notifier_records (kind, owner, iden, key, active, created, modified, data)
         values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) on conflict (kind, owner, key) do nothing returning *`,
        [kind, owner, iden, key, active, created, modified, JSON.stringify(data)],
      );
      return inserted ?? (await first(byKey, [kind, owner, key])) ?? record;
    },
    find: ({ kind, owner, iden }) =>
      first('select * from notifier_records where kind = $1 and owner = $2 and iden = $3', [
        kind,
        owner,
        iden,
      ]),
    findByKey: ({ kind, owner, key }) => first(byKey, [kind, owner, key]),
    list: ({ kind, owner, limit, active, modifiedAfter, after }) =>
      records(
        `select * from notifier_records where kind = $1 and owner = $2
           and ($3::boolean is null or active = $3) and ($4::double precision is null or modified > $4)
           and ($5::double precision is null or (modified, iden) < ($5, $6::text collate "C"))
         order by modified desc, iden desc limit $7`,
        [
          kind,
          owner,
          active ?? null,
          modifiedAfter ?? null,
          after?.modified ?? null,
          after?.iden ?? null,
          limit,
        ],
      ),
    change: ({ kind, owner, iden }, { modified, data }) =>
      first(
        `update notifier_records set data = data || $4::jsonb, modified = $5
         where kind = $1 and owner = $2 and iden = $3 and active returning *`,
        [kind, owner, iden, JSON.stringify(data), modified],
      ),
    async remove({ kind, owner, iden }, { modified, keepKey }) {
      const removed = await first(
        `update notifier_records set active = false, data = '{}', modified = $4, key = case when $5 then key end
         where kind = $1 and owner = $2 and iden = $3 and active returning *`,
        [kind, owner, iden, modified, keepKey],
      );
      return removed !== undefined;
    },
    ...files(database),
  };
}

/** The columns are declared above, so that each has the type that is read here. */
function readRow(row: unknown): StoredRecord {
  const { kind, owner, iden, key, active, created, modified, data } = row as StoredRecord;
  return { kind, owner, iden, key, active, created, modified, data };
}

function files(database: PostgresDatabase): Pick<NotificationStorage, 'readFile' | 'writeFile'> {
  return {
    async writeFile(iden, bytes) {
      const { rows } = await database.query(
        'insert into notifier_files (iden, bytes) values ($1, $2) on conflict do nothing returning iden',
        [iden, bytes],
      );
      return rows.length === 1;
    },
    async readFile(iden) {
      const { rows } = await database.query('select bytes from notifier_files where iden = $1', [iden]);
      const { bytes }: { bytes?: unknown } = { ...Object(rows[0]) };
      return bytes instanceof Uint8Array ? new Uint8Array(bytes) : undefined;
    },
  };
}
