import { Database, type SQLQueryBindings } from "bun:sqlite";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, nowSec } from "./ids";

// One folder per process; what a killed one left behind is swept by the next.
for (const name of readdirSync(tmpdir())) {
  const m = /^basil-db-(\d+)$/.exec(name);
  if (!m) continue;
  try {
    process.kill(Number(m[1]), 0);
    if (Number(m[1]) === process.pid) throw new Error("ours");
  } catch {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
export const folder = join(tmpdir(), `basil-db-${process.pid}`);
mkdirSync(folder, { recursive: true });
export const db = new Database(join(folder, "basil.sqlite"), { create: true });
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;");

db.exec(`
CREATE TABLE users (user_id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, tier TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE credits (user_id TEXT PRIMARY KEY REFERENCES users, balance INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL);
CREATE TABLE api_keys (api_key_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, secret TEXT NOT NULL UNIQUE, name TEXT NOT NULL, labels TEXT NOT NULL DEFAULT '{}', is_default INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL);
CREATE TABLE agents (seq INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, slug TEXT, source_id TEXT, deleted INTEGER NOT NULL DEFAULT 0, doc TEXT NOT NULL);
CREATE UNIQUE INDEX agents_slug ON agents(slug) WHERE slug IS NOT NULL AND deleted = 0;
CREATE INDEX agents_owner ON agents(owner_id, seq);
CREATE TABLE themes (agent_id TEXT PRIMARY KEY, color TEXT NOT NULL, revision INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL);
CREATE TABLE files (seq INTEGER PRIMARY KEY AUTOINCREMENT, file_id TEXT NOT NULL UNIQUE, agent_id TEXT NOT NULL, position INTEGER NOT NULL, doc TEXT NOT NULL);
CREATE INDEX files_agent ON files(agent_id, position, seq);
CREATE TABLE feedback (id INTEGER PRIMARY KEY, agent_id TEXT NOT NULL, user_id TEXT NOT NULL, doc TEXT NOT NULL);
CREATE TABLE studio_chats (seq INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, doc TEXT NOT NULL);
CREATE INDEX studio_owner ON studio_chats(owner_id, seq);
CREATE TABLE runs (run_id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, user_id TEXT NOT NULL, source TEXT NOT NULL, job_id TEXT, created_us INTEGER NOT NULL UNIQUE, updated INTEGER NOT NULL);
CREATE INDEX runs_user ON runs(user_id, created_us);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (run_id, seq));
CREATE TABLE jobs (job_id TEXT PRIMARY KEY, run_id TEXT NOT NULL, agent_id TEXT NOT NULL, user_id TEXT NOT NULL, status TEXT NOT NULL, result TEXT, reported INTEGER NOT NULL DEFAULT 0, started INTEGER NOT NULL, ended INTEGER);
CREATE INDEX jobs_run ON jobs(run_id);
CREATE TABLE run_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL, created INTEGER NOT NULL);
CREATE INDEX run_logs_run ON run_logs(run_id);
CREATE TABLE mcp_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, input TEXT NOT NULL, output TEXT, created INTEGER NOT NULL);
CREATE INDEX mcp_logs_run ON mcp_logs(run_id);
CREATE TABLE executions (log_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, tool_name TEXT NOT NULL, doc TEXT NOT NULL, created_us INTEGER NOT NULL UNIQUE);
CREATE INDEX executions_user ON executions(user_id, created_us);
CREATE TABLE subscriptions (user_id TEXT NOT NULL, agent_id TEXT NOT NULL, subscription_id TEXT NOT NULL, status TEXT NOT NULL, price_cents INTEGER NOT NULL, provider_id TEXT, revision INTEGER NOT NULL DEFAULT 1, created INTEGER NOT NULL, updated INTEGER NOT NULL, canceled INTEGER, PRIMARY KEY (user_id, agent_id));
CREATE TABLE ledger (id INTEGER PRIMARY KEY, owner_id TEXT NOT NULL, agent_id TEXT NOT NULL, subscriber_id TEXT NOT NULL, cents INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX ledger_owner ON ledger(owner_id, at);
CREATE TABLE payment_sessions (session_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, doc TEXT NOT NULL);
CREATE TABLE payment_events (event_id TEXT PRIMARY KEY, type TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE bundles (bundle_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, name TEXT NOT NULL, description TEXT, revision INTEGER NOT NULL DEFAULT 1, created INTEGER NOT NULL, updated INTEGER NOT NULL);
CREATE INDEX bundles_user ON bundles(user_id);
CREATE TABLE bundle_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, bundle_id INTEGER NOT NULL REFERENCES bundles ON DELETE CASCADE, tool_id TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (bundle_id, tool_id));
CREATE TABLE cli_sessions (cli_auth_id TEXT PRIMARY KEY, user_id TEXT, jwt TEXT, consumed INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL, updated INTEGER NOT NULL, expires INTEGER NOT NULL);
CREATE TABLE schedules (seq INTEGER PRIMARY KEY AUTOINCREMENT, schedule_id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, chat_id TEXT NOT NULL, enabled INTEGER NOT NULL, next_run INTEGER, doc TEXT NOT NULL);
CREATE INDEX schedules_user ON schedules(user_id, seq);
CREATE TABLE user_tools (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, tool_id TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL);
CREATE INDEX user_tools_user ON user_tools(user_id, tool_id);
CREATE TABLE vip_codes (code TEXT PRIMARY KEY, owner_id TEXT NOT NULL);
CREATE TABLE vip_redemptions (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, user_id TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE notifier (seq INTEGER PRIMARY KEY AUTOINCREMENT, iden TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, user_id TEXT NOT NULL, guid TEXT, active INTEGER NOT NULL DEFAULT 1, modified REAL NOT NULL, doc TEXT NOT NULL);
CREATE INDEX notifier_user ON notifier(user_id, kind, seq);
CREATE INDEX notifier_guid ON notifier(guid) WHERE guid IS NOT NULL;
CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, created INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0);
CREATE INDEX outbox_open ON outbox(id) WHERE done = 0;
`);

type Args = SQLQueryBindings[];
export type Row = Record<string, any>;
export const one = (sql: string, ...args: Args): Row | null => db.query<Row, Args>(sql).get(...args);
export const all = (sql: string, ...args: Args): Row[] => db.query<Row, Args>(sql).all(...args);
export const run = (sql: string, ...args: Args): { changes: number; lastInsertRowid: number | bigint } => db.query(sql).run(...args);

/** All of it or none of it; what is done inside is never interrupted (SQLite runs in this thread). */
export function tx<T>(work: () => T): T {
  if (db.inTransaction) return work();
  return db.transaction(work).immediate() as T;
}

// --- outbox: rows are written with the change they tell of, and worked off afterwards -------------
type Handler = (payload: Row) => void;
const handlers = new Map<string, Handler>();
export const onEvent = (type: string, handler: Handler): void => void handlers.set(type, handler);

export function publish(type: string, payload: Row): void {
  run("INSERT INTO outbox (event_id, type, payload, created) VALUES (?, ?, ?, ?)", newId("evt"), type, JSON.stringify(payload), nowSec());
}

export function drain(): void {
  for (const row of all("SELECT id, type, payload FROM outbox WHERE done = 0 ORDER BY id LIMIT 200")) {
    tx(() => {
      run("UPDATE outbox SET done = 1 WHERE id = ?", row.id);
      handlers.get(row.type)?.(JSON.parse(row.payload));
    });
  }
}
setInterval(() => {
  drain();
  run("DELETE FROM outbox WHERE done = 1 AND created < ?", nowSec() - 60);
}, 1000).unref();
