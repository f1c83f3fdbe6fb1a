/** When a chat is to be run. `last_occurrence` is the latest time for which a run was started. */
export const createSchedules = [
  `create table schedule (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    chat_id uuid not null references agent (id),
    cron text not null,
    message text not null,
    last_occurrence timestamptz,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null
  )`,
  'create index schedule_of_user on schedule (user_id)',
];
