/** Run in this order, at every start. */
export const tables = [
  `create table if not exists notifier_records (
    kind text not null, owner text not null, iden text not null collate "C", key text, active boolean not null,
    created double precision not null, modified double precision not null, data jsonb not null,
    primary key (kind, owner, iden), unique (kind, owner, key))`,
  `create index if not exists notifier_records_newest on notifier_records (kind, owner, modified desc, iden desc)`,
  `create table if not exists notifier_files (iden text primary key, bytes bytea not null)`,
];

export const insertRecord = `
  insert into notifier_records (kind, owner, iden, key, active, created, modified, data)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) on conflict (kind, owner, key) do nothing returning *`;

export const findRecord = 'select * from notifier_records where kind = $1 and owner = $2 and iden = $3';

export const findByKey = 'select * from notifier_records where kind = $1 and owner = $2 and key = $3';

export const listRecords = `
  select * from notifier_records where kind = $1 and owner = $2
    and ($3::boolean is null or active = $3) and ($4::double precision is null or modified > $4)
    and ($5::double precision is null or (modified, iden) < ($5, $6::text collate "C"))
  order by modified desc, iden desc limit $7`;

export const changeRecord = `
  update notifier_records set data = data || $4::jsonb, modified = $5
  where kind = $1 and owner = $2 and iden = $3 and active returning *`;

export const removeRecord = `
  update notifier_records set active = false, data = '{}', modified = $4, key = case when $5 then key end
  where kind = $1 and owner = $2 and iden = $3 and active returning *`;

export const insertFile =
  'insert into notifier_files (iden, bytes) values ($1, $2) on conflict do nothing returning iden';

export const findFile = 'select bytes from notifier_files where iden = $1';
