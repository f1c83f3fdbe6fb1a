/** Chats of the agent studio; a deleted one keeps its row and its run ID. */
export const createStudioChats = [
  `create table studio_chat (
    run_id text primary key,
    user_id uuid not null references "user" (id),
    title text,
    agent_id text,
    visibility text not null check (visibility in ('private', 'public')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  'create index studio_chat_of_user on studio_chat (user_id, created_at, run_id) where deleted_at is null',
];
