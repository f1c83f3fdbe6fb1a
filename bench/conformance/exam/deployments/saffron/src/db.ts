// The store: SQLite in memory, fresh on each start.
import { DatabaseSync } from 'node:sqlite';
export const db = new DatabaseSync(':memory:');
db.exec(`
PRAGMA foreign_keys = ON;
CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT UNIQUE, name TEXT, tier TEXT, credits INTEGER, credits_used INTEGER DEFAULT 0, credits_at TEXT, notifier INTEGER DEFAULT 0, plan TEXT DEFAULT 'PRO', created_at TEXT);
CREATE TABLE agents (id TEXT PRIMARY KEY, seq INTEGER, owner_id INTEGER REFERENCES users(id), name TEXT, chat_prompt TEXT NOT NULL, visibility TEXT, vanity_slug TEXT, upsell_description TEXT, price_cents INTEGER, description TEXT, tags TEXT, theme_color TEXT, theme_created_at TEXT, theme_updated_at TEXT, feedback_count INTEGER DEFAULT 0, archived_at TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT);
CREATE UNIQUE INDEX agents_slug ON agents(vanity_slug) WHERE deleted_at IS NULL;
CREATE INDEX agents_owner ON agents(owner_id, seq);
CREATE TABLE feedback (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT, user_id INTEGER, rating INTEGER, comment TEXT, created_at TEXT);
CREATE TABLE files (id TEXT PRIMARY KEY, seq INTEGER, agent_id TEXT REFERENCES agents(id), file_name TEXT, content_type TEXT, content TEXT, size INTEGER, position INTEGER, description TEXT, tags TEXT, created_at TEXT, updated_at TEXT);
CREATE INDEX files_agent ON files(agent_id);
CREATE TABLE runs (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, agent_id TEXT REFERENCES agents(id), user_id INTEGER, job_id TEXT, job_fails INTEGER DEFAULT 0, job_outcome TEXT, created_at TEXT, updated_at TEXT);
CREATE INDEX runs_user ON runs(user_id, seq);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT REFERENCES runs(id), role TEXT, content TEXT);
CREATE INDEX messages_run ON messages(run_id, id);
CREATE TABLE run_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT REFERENCES runs(id), event TEXT, message TEXT, created_at TEXT);
CREATE INDEX run_logs_run ON run_logs(run_id, id);
CREATE TABLE mcp_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT REFERENCES runs(id), server_name TEXT, tool_name TEXT, arguments TEXT, result TEXT, created_at TEXT);
CREATE INDEX mcp_logs_run ON mcp_logs(run_id, id);
CREATE TABLE executions (id INTEGER PRIMARY KEY AUTOINCREMENT, seq INTEGER UNIQUE, user_id INTEGER, tool_id TEXT, service_id TEXT, service_id_namespace TEXT, status TEXT, input TEXT, output TEXT, error_message TEXT, duration_ms INTEGER, created_at TEXT);
CREATE INDEX executions_user ON executions(user_id, seq);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, agent_id TEXT REFERENCES agents(id), status TEXT, price_cents INTEGER, started_at TEXT, canceled_at TEXT);
CREATE INDEX subscriptions_user ON subscriptions(user_id);
CREATE TABLE studio_chats (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, owner_id INTEGER, title TEXT, agent_id TEXT, visibility TEXT, description TEXT, tags TEXT, metadata TEXT, archived_at TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT);
CREATE UNIQUE INDEX studio_run ON studio_chats(run_id) WHERE deleted_at IS NULL;
CREATE INDEX studio_owner ON studio_chats(owner_id);
CREATE TABLE api_keys (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, name TEXT, key TEXT UNIQUE, is_default INTEGER DEFAULT 0, created_at TEXT);
CREATE INDEX api_keys_user ON api_keys(user_id);
CREATE TABLE payment_events (id TEXT PRIMARY KEY, type TEXT, created_at TEXT);
CREATE TABLE payment_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, user_id INTEGER, product TEXT, quantity INTEGER, amount_cents INTEGER, created_at TEXT);
CREATE TABLE bundles (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, name TEXT, description TEXT, tags TEXT, created_at TEXT, updated_at TEXT);
CREATE INDEX bundles_user ON bundles(user_id);
CREATE TABLE bundle_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, bundle_id INTEGER REFERENCES bundles(id) ON DELETE CASCADE, tool_id TEXT, added_at TEXT, UNIQUE(bundle_id, tool_id));
CREATE TABLE cli_sessions (id TEXT PRIMARY KEY, user_id INTEGER, jwt TEXT, consumed INTEGER DEFAULT 0, created_at TEXT, expires_ms INTEGER);
CREATE TABLE schedules (id TEXT PRIMARY KEY, seq INTEGER, user_id INTEGER, chat_id TEXT REFERENCES agents(id), cron_expression TEXT, name TEXT, input_message TEXT, enabled INTEGER DEFAULT 1, next_run_ms INTEGER, description TEXT, tags TEXT, created_at TEXT, updated_at TEXT);
CREATE INDEX schedules_user ON schedules(user_id);
CREATE TABLE user_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, tool_id TEXT, installed_at TEXT);
CREATE UNIQUE INDEX user_tools_one ON user_tools(user_id, tool_id);
CREATE TABLE vip_codes (code TEXT PRIMARY KEY, owner_id INTEGER);
CREATE TABLE vip_redemptions (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, code TEXT, redeemed_at TEXT);
CREATE INDEX vip_user ON vip_redemptions(user_id);
CREATE TABLE n_chats (iden TEXT PRIMARY KEY, seq INTEGER, user_id INTEGER, email TEXT, muted INTEGER DEFAULT 0, created REAL, modified REAL);
CREATE TABLE n_devices (iden TEXT PRIMARY KEY, seq INTEGER, user_id INTEGER, icon TEXT, model TEXT, has_sms INTEGER, nickname TEXT, push_token TEXT, app_version INTEGER, manufacturer TEXT, created REAL, modified REAL);
CREATE TABLE n_pushes (iden TEXT PRIMARY KEY, seq INTEGER, user_id INTEGER, guid TEXT, data TEXT, items TEXT, dismissed INTEGER DEFAULT 0, created REAL, modified REAL);
CREATE INDEX n_pushes_user ON n_pushes(user_id, seq);
CREATE INDEX n_pushes_guid ON n_pushes(guid);
`);
const cache = new Map<string, any>();
const prep = (sql: string) => { let s = cache.get(sql); if (!s) cache.set(sql, (s = db.prepare(sql))); return s; };
const arg = (v: any) => v === undefined ? null : typeof v === 'boolean' ? Number(v) : v !== null && typeof v === 'object' ? JSON.stringify(v) : v;
export const all = (sql: string, ...a: any[]): any[] => prep(sql).all(...a.map(arg));
export const get = (sql: string, ...a: any[]): any => prep(sql).get(...a.map(arg)) ?? null;
export const run = (sql: string, ...a: any[]): any => prep(sql).run(...a.map(arg));
export function transaction<T>(fn: () => T): T {
  db.exec('BEGIN');
  try { const v = fn(); db.exec('COMMIT'); return v; } catch (e) { db.exec('ROLLBACK'); throw e; }
}
