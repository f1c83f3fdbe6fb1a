/** Tools that users have installed, their connections, what ran, and bundles. */
export const createTools = [
  `create table tool_execution (
    id bigint generated always as identity primary key,
    user_id uuid not null references "user" (id),
    run_id uuid references run (id),
    tool_name text not null,
    toolkit text not null,
    input json not null,
    output json not null,
    failed boolean not null,
    milliseconds integer not null,
    created_at timestamptz not null
  )`,
  'create unique index tool_execution_timeline on tool_execution (user_id, created_at)',
  `create table user_tool (
    user_id uuid not null references "user" (id),
    tool_id text not null,
    mcp_url text,
    sealed_token text,
    mcp_tools json,
    created_at timestamptz not null default now(),
    primary key (user_id, tool_id)
  )`,
  `create table auth_connection (
    user_id uuid not null references "user" (id),
    namespace text not null,
    service_id text not null,
    sealed_token text not null,
    created_at timestamptz not null default now(),
    primary key (user_id, namespace, service_id)
  )`,
  `create table bundle (
    id bigint generated always as identity primary key,
    user_id uuid not null references "user" (id),
    name text not null,
    description text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (user_id, name)
  )`,
  `create table bundle_tool (
    bundle_id bigint not null references bundle (id) on delete cascade,
    tool_id text not null,
    created_at timestamptz not null default now(),
    primary key (bundle_id, tool_id)
  )`,
];
