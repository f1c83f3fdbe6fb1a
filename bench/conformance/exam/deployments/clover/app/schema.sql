CREATE TABLE users (
  id uuid PRIMARY KEY, email text NOT NULL UNIQUE, name text NOT NULL, tier text NOT NULL,
  notifier_connected boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL);
CREATE TABLE api_keys (
  id bigserial PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, name text NOT NULL,
  key text NOT NULL UNIQUE, is_default boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL);
CREATE INDEX ON api_keys (user_id);
CREATE TABLE agents (
  id uuid PRIMARY KEY, owner_id uuid NOT NULL REFERENCES users, name text NOT NULL, chat_prompt text NOT NULL,
  description text, visibility text NOT NULL CHECK (visibility IN ('PRIVATE', 'PUBLIC')), vanity_slug text,
  upsell_description text, price numeric(10,2), tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz);
CREATE UNIQUE INDEX agents_slug ON agents (lower(vanity_slug)) WHERE deleted_at IS NULL;
CREATE INDEX ON agents (owner_id);
CREATE TABLE agent_files (
  id uuid PRIMARY KEY, agent_id uuid NOT NULL REFERENCES agents, name text NOT NULL, content_type text NOT NULL,
  content text NOT NULL, position int NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX ON agent_files (agent_id);
CREATE TABLE agent_themes (
  agent_id uuid PRIMARY KEY REFERENCES agents, theme_color text NOT NULL,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE TABLE feedback (
  id bigserial PRIMARY KEY, agent_id uuid NOT NULL REFERENCES agents, user_id uuid NOT NULL REFERENCES users,
  sentiment text NOT NULL, comment text, created_at timestamptz NOT NULL);
CREATE INDEX ON feedback (agent_id);
CREATE TABLE runs (
  id uuid PRIMARY KEY, agent_id uuid NOT NULL REFERENCES agents, user_id uuid NOT NULL REFERENCES users,
  job_id uuid, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX ON runs (user_id, created_at DESC);
CREATE TABLE messages (
  id bigserial PRIMARY KEY, run_id uuid NOT NULL REFERENCES runs, role text NOT NULL,
  content bytea NOT NULL, created_at timestamptz NOT NULL);
CREATE INDEX ON messages (run_id, id);
CREATE TABLE run_logs (
  id bigserial PRIMARY KEY, run_id uuid NOT NULL REFERENCES runs, level text NOT NULL, event text NOT NULL,
  message text NOT NULL, created_at timestamptz NOT NULL);
CREATE INDEX ON run_logs (run_id, id);
CREATE TABLE mcp_logs (
  id bigserial PRIMARY KEY, run_id uuid NOT NULL REFERENCES runs, server_name text NOT NULL, tool_name text NOT NULL,
  input jsonb NOT NULL, output jsonb NOT NULL, created_at timestamptz NOT NULL);
CREATE INDEX ON mcp_logs (run_id, id);
CREATE TABLE executions (
  id bigserial PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, tool_name text NOT NULL, service_id text NOT NULL,
  service_id_namespace text NOT NULL, status text NOT NULL, input jsonb NOT NULL, output jsonb,
  created_at timestamptz NOT NULL);
CREATE INDEX ON executions (user_id, created_at DESC);
CREATE TABLE subscriptions (
  id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, agent_id uuid NOT NULL REFERENCES agents,
  status text NOT NULL, provider_subscription_id text, price numeric(10,2) NOT NULL,
  started_at timestamptz NOT NULL, canceled_at timestamptz, UNIQUE (user_id, agent_id));
CREATE TABLE payments (
  id bigserial PRIMARY KEY, agent_id uuid NOT NULL REFERENCES agents, user_id uuid NOT NULL REFERENCES users,
  amount numeric(10,2) NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE payment_sessions (
  id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, amount numeric(10,2) NOT NULL, currency text NOT NULL,
  status text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE webhook_events (id text PRIMARY KEY, type text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE credits (
  user_id uuid PRIMARY KEY REFERENCES users, balance int NOT NULL CHECK (balance >= 0), used int NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL);
CREATE TABLE studio_chats (
  run_id text PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, title text NOT NULL, visibility text NOT NULL,
  state jsonb NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz);
CREATE INDEX ON studio_chats (user_id);
CREATE TABLE bundles (
  id bigserial PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, name text NOT NULL, description text,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX ON bundles (user_id);
CREATE TABLE bundle_tools (
  bundle_id bigint NOT NULL REFERENCES bundles ON DELETE CASCADE, tool_id text NOT NULL,
  added_at timestamptz NOT NULL, PRIMARY KEY (bundle_id, tool_id));
CREATE TABLE cli_sessions (
  id uuid PRIMARY KEY, user_id uuid REFERENCES users, jwt text, status text NOT NULL,
  created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL);
CREATE TABLE schedules (
  id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, chat_id uuid NOT NULL REFERENCES agents,
  name text, cron text NOT NULL, message text NOT NULL, enabled boolean NOT NULL, next_run_at timestamptz,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX ON schedules (user_id);
CREATE TABLE installed_tools (
  user_id uuid NOT NULL REFERENCES users, tool_id text NOT NULL, installed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, tool_id));
CREATE TABLE vip_codes (code text PRIMARY KEY, owner_id uuid NOT NULL REFERENCES users);
CREATE TABLE vip_redemptions (
  code text NOT NULL REFERENCES vip_codes, user_id uuid NOT NULL REFERENCES users, redeemed_at timestamptz NOT NULL,
  PRIMARY KEY (code, user_id));
CREATE TABLE notifier_objects (
  id bigserial PRIMARY KEY, user_id uuid NOT NULL REFERENCES users, kind text NOT NULL, iden text NOT NULL UNIQUE,
  ukey text, active boolean NOT NULL DEFAULT true, data jsonb NOT NULL,
  created double precision NOT NULL, modified double precision NOT NULL);
CREATE UNIQUE INDEX notifier_ukey ON notifier_objects (user_id, kind, ukey) WHERE active;
CREATE INDEX ON notifier_objects (user_id, kind, modified DESC);
