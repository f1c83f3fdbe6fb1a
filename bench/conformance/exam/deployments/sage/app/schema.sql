CREATE TABLE users (user_id INTEGER PRIMARY KEY, label TEXT, mail TEXT, tier TEXT, plan TEXT, has_notifier INTEGER NOT NULL DEFAULT 0);
CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id TEXT NOT NULL UNIQUE,
  owner INTEGER NOT NULL REFERENCES users(user_id),
  label TEXT,
  instruction TEXT NOT NULL, -- prompt
  audience TEXT NOT NULL CHECK (audience IN ('private','public')),
  nick TEXT UNIQUE,
  pitch TEXT,
  price_cent INTEGER,
  born_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%S','now')),
  touched_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%S','now'))
);
CREATE INDEX agents_owner ON agents(owner);
CREATE TABLE themes (agent_id TEXT PRIMARY KEY REFERENCES agents(agent_id) ON DELETE CASCADE, color TEXT NOT NULL, touched INTEGER NOT NULL);
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE,
  agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
  label TEXT, kind TEXT, content TEXT, position INTEGER NOT NULL, born INTEGER NOT NULL
);
CREATE INDEX files_agent ON files(agent_id);
CREATE TABLE feedback (id INTEGER PRIMARY KEY, agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE, user_id INTEGER, mark INTEGER, words TEXT, at INTEGER);
CREATE INDEX feedback_agent ON feedback(agent_id);
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  via TEXT,
  born TEXT NOT NULL,
  touched TEXT NOT NULL
);
CREATE INDEX runs_user ON runs(user_id, born);
CREATE TABLE messages (
  run_id TEXT NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  pos INTEGER NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL, -- words
  PRIMARY KEY (run_id, pos)
);
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, user_id INTEGER NOT NULL, agent_id TEXT NOT NULL, state TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 0);
CREATE INDEX jobs_run ON jobs(run_id);
CREATE INDEX jobs_user ON jobs(user_id, state);
CREATE TABLE run_logs (nr INTEGER PRIMARY KEY, run_id TEXT NOT NULL, user_id INTEGER NOT NULL, kind TEXT, words TEXT, at INTEGER);
CREATE INDEX run_logs_run ON run_logs(run_id);
CREATE TABLE mcp_logs (nr INTEGER PRIMARY KEY, run_id TEXT NOT NULL, user_id INTEGER NOT NULL, tool TEXT, given TEXT, answer TEXT, at INTEGER);
CREATE INDEX mcp_logs_run ON mcp_logs(run_id);
CREATE TABLE executions (log_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, tool TEXT, service TEXT, realm TEXT, given TEXT, answer TEXT, went INTEGER, born TEXT NOT NULL);
CREATE INDEX executions_user ON executions(user_id, born);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, agent_id TEXT NOT NULL, user_id INTEGER NOT NULL, state TEXT NOT NULL, provider TEXT, began INTEGER, ended INTEGER, UNIQUE (agent_id, user_id));
CREATE TABLE charges (id INTEGER PRIMARY KEY, agent_id TEXT NOT NULL, owner INTEGER NOT NULL, user_id INTEGER NOT NULL, cent INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX charges_owner ON charges(owner, at);
CREATE TABLE studio (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE, -- studio
  owner INTEGER NOT NULL,
  label TEXT, agent_id TEXT, notes TEXT,
  audience TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  born INTEGER NOT NULL, touched INTEGER NOT NULL
);
CREATE INDEX studio_owner ON studio(owner);
CREATE TABLE api_keys (api_key_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, key TEXT NOT NULL UNIQUE, label TEXT, is_default INTEGER NOT NULL DEFAULT 0, born_at TEXT NOT NULL DEFAULT (datetime('now')));
CREATE INDEX api_keys_user ON api_keys(user_id);
CREATE TABLE credits (user_id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE billing (user_id INTEGER PRIMARY KEY, plan TEXT, is_active INTEGER, paid_cent INTEGER NOT NULL DEFAULT 0, invoices INTEGER NOT NULL DEFAULT 0, renews_at TEXT);
CREATE TABLE hook_events (event TEXT PRIMARY KEY, at INTEGER);
CREATE TABLE pay_sessions (session TEXT PRIMARY KEY, user_id INTEGER, pack TEXT, cent INTEGER, at INTEGER);
CREATE TABLE bundles (bundle_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, label TEXT NOT NULL, born_at TEXT NOT NULL DEFAULT (datetime('now')));
CREATE INDEX bundles_user ON bundles(user_id);
CREATE TABLE bundle_tools (bundle_id INTEGER NOT NULL REFERENCES bundles(bundle_id) ON DELETE CASCADE, tool_id TEXT NOT NULL, added_at TEXT NOT NULL DEFAULT (datetime('now')), PRIMARY KEY (bundle_id, tool_id));
CREATE TABLE cli_auth (cli_auth_id TEXT PRIMARY KEY, jwt TEXT, user_id INTEGER, consumed INTEGER NOT NULL DEFAULT 0, born INTEGER);
CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL,
  chat_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE, -- schedule
  cron TEXT NOT NULL, label TEXT, words TEXT, is_on INTEGER NOT NULL DEFAULT 1, next_at INTEGER, born INTEGER
);
CREATE INDEX schedules_user ON schedules(user_id);
CREATE TABLE user_tools (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, tool_id TEXT NOT NULL, installed_at TEXT NOT NULL DEFAULT (datetime('now')), UNIQUE (user_id, tool_id));
CREATE TABLE vip_codes (code TEXT PRIMARY KEY, maker INTEGER);
CREATE TABLE vip_redeemed (id INTEGER PRIMARY KEY, code TEXT NOT NULL, user_id INTEGER NOT NULL, at INTEGER, UNIQUE (code, user_id));
CREATE TABLE n_chats (id INTEGER PRIMARY KEY AUTOINCREMENT, iden TEXT UNIQUE, user_id INTEGER NOT NULL, email TEXT, muted INTEGER NOT NULL DEFAULT 0, created REAL, modified REAL, UNIQUE (user_id, email));
CREATE TABLE n_devices (id INTEGER PRIMARY KEY AUTOINCREMENT, iden TEXT UNIQUE, user_id INTEGER NOT NULL, icon TEXT, model TEXT, has_sms INTEGER, nickname TEXT, push_token TEXT, app_version INTEGER, manufacturer TEXT, created REAL, modified REAL);
CREATE TABLE n_pushes (id INTEGER PRIMARY KEY AUTOINCREMENT, iden TEXT UNIQUE, user_id INTEGER NOT NULL, guid TEXT, active INTEGER NOT NULL DEFAULT 1, dismissed INTEGER NOT NULL DEFAULT 0, data TEXT NOT NULL, items TEXT, created REAL, modified REAL);
CREATE UNIQUE INDEX n_pushes_guid ON n_pushes(user_id, guid) WHERE guid IS NOT NULL;
CREATE INDEX n_pushes_user ON n_pushes(user_id, id);
