/** What the User API adds to agents: who sees them, their slug, theme, files and feedback. */
export const extendAgents = [
  'alter table agent add column description text',
  `alter table agent add column visibility text not null default 'private'
    check (visibility in ('private', 'public'))`,
  'alter table agent add column vanity_slug text',
  'alter table agent add column upsell_description text',
  'alter table agent add column updated_at timestamptz not null default now()',
  'alter table agent add column deleted_at timestamptz',
  'create unique index one_agent_per_slug on agent (vanity_slug) where deleted_at is null',
  'create index agent_of_user on agent (user_id, created_at, id) where deleted_at is null',
  `create table agent_theme (
    agent_id uuid primary key references agent (id),
    theme_color text not null,
    updated_at timestamptz not null default now()
  )`,
  `create table agent_file (
    id uuid primary key,
    agent_id uuid not null references agent (id),
    name text not null,
    media_type text not null,
    content text not null,
    position integer not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint one_file_per_position unique (agent_id, position) deferrable initially deferred
  )`,
  `create table agent_feedback (
    id bigint generated always as identity primary key,
    agent_id uuid not null references agent (id),
    user_id uuid not null references "user" (id),
    feedback json not null,
    created_at timestamptz not null default now()
  )`,
  'create index feedback_of_agent on agent_feedback (agent_id)',
];
