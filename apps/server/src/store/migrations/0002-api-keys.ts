/** Keys that their owner can read again, one of them the default. */
export const extendApiKeys = [
  'alter table api_key add column sealed text',
  'alter table api_key add column is_default boolean not null default false',
  'create unique index one_default_key_per_user on api_key (user_id) where is_default',
];
