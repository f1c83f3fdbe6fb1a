/** Users and their agents, and the runs with all that happened in them. */
export const createRuns = [
  `create table "user" (
    id uuid primary key,
    name text not null unique,
    tier text not null default 'standard',
    created_at timestamptz not null default now()
  )`,
  `create table api_key (
    id bigint generated always as identity primary key,
    user_id uuid not null references "user" (id),
    name text not null,
    key_hash text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create table agent (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    name text not null,
    prompt text not null,
    created_at timestamptz not null default now()
  )`,
  `create table run (
    id uuid primary key,
    agent_id uuid not null references agent (id),
    user_id uuid not null references "user" (id),
    job_id uuid,
    created_at timestamptz not null default now()
  )`,
  `create table turn (
    id uuid primary key,
    run_id uuid not null references run (id),
    owner_id uuid not null,
    state text not null check (state in ('running', 'finished', 'failed', 'interrupted')),
    lease_until timestamptz not null,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  `create unique index one_running_turn_per_run on turn (run_id) where state = 'running'`,
  `create table message (
    run_id uuid not null references run (id),
    seq integer not null,
    turn_id uuid not null references turn (id),
    role text not null check (role in ('user', 'assistant')),
    content json not null,
    created_at timestamptz not null default now(),
    primary key (run_id, seq)
  )`,
  `create table run_event (
    run_id uuid not null references run (id),
    seq integer not null,
    turn_id uuid not null references turn (id),
    kind text not null,
    data json not null,
    created_at timestamptz not null default now(),
    primary key (run_id, seq)
  )`,
  `create table job (
    id uuid primary key,
    run_id uuid not null references run (id),
    turn_id uuid not null references turn (id),
    tool_call_id text not null,
    input json not null,
    state text not null check (state in ('running', 'succeeded', 'failed')),
    outcome json,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  `create index running_job on job (id) where state = 'running'`,
  `alter table run add foreign key (job_id) references job (id)`,
];
