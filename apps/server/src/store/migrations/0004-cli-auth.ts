/** Sessions through which a command-line client is given its user's JWT. */
export const createCliAuth = [
  `create table cli_auth_session (
    id uuid primary key,
    user_id uuid references "user" (id),
    sealed_jwt text,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index cli_auth_session_expiry on cli_auth_session (expires_at)',
];
