/** Run in this order, at every start. */
export const tables = [
  `create table if not exists notifier_records (
    kind text not null, owner text not null, iden text not null collate "C", key text, active boolean not null,
    created double precision not null, modified double precision not null, data jsonb not null,
    primary key (kind, owner, iden), unique (kind, owner, key))`,
  `create index if not exists notifier_records_newest on notifier_records (kind, owner, modified desc, iden desc)`,
  `create table if not exists notifier_file_parts (
    file text not null, seq integer not null, upload text not null, owner text not null, bytes bytea not null,
    primary key (file, seq))`,
  `create index if not exists notifier_file_parts_of_owner on notifier_file_parts (owner, upload)`,
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

export const dropRecord = 'delete from notifier_records where kind = $1 and owner = $2 and iden = $3';

/** Bytes go as base64: drivers write them out as hexadecimal digits otherwise, which takes PGlite four times as long. */
export const insertPart = `
  insert into notifier_file_parts (file, seq, upload, owner, bytes)
  values ($1, $2, $3, $4, decode($5, 'base64'))`;

export const findPart = `
  select encode(bytes, 'base64') as bytes from notifier_file_parts where file = $1 and seq = $2`;

export const deleteParts = `
  delete from notifier_file_parts where owner = $1 and upload = $2
    and ($3::text is null or file = $3) and ($4::text is null or file <> $4)`;

/** What others sent to a user is not of their making. */
export const sizeOf = `
  select ((select coalesce(sum(octet_length(bytes)), 0) from notifier_file_parts where owner = $1)
    + (select coalesce(sum(octet_length(data::text)), 0) from notifier_records
        where owner = $1 and data ->> 'direction' is distinct from 'incoming'))::float8 as bytes`;

/** One statement, so that a user is gone as a whole. A token names its user in its data, for it is found first. */
export const forgetUser = `
  with parts as (delete from notifier_file_parts where owner = $1),
  gone as (
    delete from notifier_records where owner = $1 or (kind = 'user' and iden = $1)
      or (kind = 'token' and data ->> 'user' = $1) or (kind = 'audience' and data ->> 'owner' = $1))
  update notifier_records set
    key = case when data -> 'with' ->> 'iden' = $1 then null else key end,
    data = case
      when data ->> 'sender_iden' = $1
        then data - '{sender_iden,sender_name,sender_email,sender_email_normalized}'::text[]
      when data ->> 'receiver_iden' = $1
        then data - '{receiver_iden,receiver_email,receiver_email_normalized}'::text[]
      when data -> 'with' ->> 'iden' = $1 then data || '{"with": {}}'
      else data || jsonb_build_object('members', (data -> 'members') - $1::text) end
  where owner <> $1 and data ->> 'owner' is distinct from $1 and (data ->> 'sender_iden' = $1
    or data ->> 'receiver_iden' = $1 or data -> 'with' ->> 'iden' = $1 or data -> 'members' ? $1)`;
