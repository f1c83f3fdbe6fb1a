'use strict';
// SQLite in memory. Knex builds the statements, better-sqlite3 runs them at once (synchronously),
// so that what stands between two awaits is atomic.
const Database = require('better-sqlite3');
const knex = require('knex');

const kx = knex({ client: 'better-sqlite3', useNullAsDefault: true, connection: { filename: ':memory:' } });
const sqlite = new Database(':memory:');
sqlite.pragma('foreign_keys = OFF');

const prepared = new Map();
function prep(builder) {
  const { sql, bindings } = builder.toSQL().toNative();
  let st = prepared.get(sql);
  if (!st) { st = sqlite.prepare(sql); if (prepared.size < 500) prepared.set(sql, st); }
  return [st, bindings.map((b) => (b === undefined ? null : typeof b === 'boolean' ? Number(b) : b))];
}
const all = (b) => { const [st, v] = prep(b); return st.all(v); };
const first = (b) => { const [st, v] = prep(b); return st.get(v); };
const run = (b) => { const [st, v] = prep(b); return st.run(v); };
const tx = (fn) => sqlite.transaction(fn)();

// Every record gets a millisecond of its own: the cursors of the paged lists are times.
let last = 0;
function now() {
  const t = Date.now();
  last = t > last ? t : last + 1;
  return last;
}

sqlite.exec(`
create table users (id integer primary key, email text, display_name text, level text, created_at integer);
create table agents (id text primary key, owner_id integer, name text, instructions text, access text, handle text, pitch text,
  welcome text, price_cents integer, rating_sum integer default 0, rating_count integer default 0,
  made_by text, created_at integer, updated_at integer, deleted_at integer);
create table agent_files (id text primary key, agent_id text, filename text, mime text, body text, rank integer,
  created_at integer, updated_at integer, deleted_at integer);
create table themes (agent_id text primary key, accent text, updated_at integer);
create table feedback (agent_id text, user_id integer, stars integer, note text, at integer, primary key (agent_id, user_id));
create table studio_chats (pk integer primary key autoincrement, thread text, owner_id integer, title text, access text, notes text,
  created_at integer, updated_at integer, deleted_at integer);
create table runs (id text primary key, agent_id text, owner_id integer, origin text, job_id text, job_state text,
  started_at integer, updated_at integer);
create table messages (pk integer primary key autoincrement, run_id text, role text, content text, at integer);
create table run_logs (id integer primary key autoincrement, run_id text, kind text, text text, at integer);
create table mcp_logs (id integer primary key autoincrement, run_id text, server text, tool text, input text, output text, at integer);
create table executions (id integer primary key autoincrement, user_id integer, tool text, service_id text, namespace text,
  input text, output text, status text, took_ms integer, at integer);
create table subscriptions (id text primary key, agent_id text, user_id integer, status text, provider_ref text,
  price_cents integer, started_at integer, ended_at integer);
create table payments (id integer primary key autoincrement, agent_id text, payer_id integer, amount_cents integer, paid_at integer);
create table api_keys (id integer primary key autoincrement, user_id integer, label text, secret text unique, is_primary integer,
  created_at integer, deleted_at integer);
create table credits (user_id integer primary key, credits_left integer, updated_at integer);
create table payment_sessions (id text primary key, user_id integer, package text, amount_cents integer, created_at integer);
create table webhook_events (id text primary key, type text, at integer);
create table bundles (id integer primary key autoincrement, user_id integer, label text, created_at integer, updated_at integer, deleted_at integer);
create table bundle_tools (bundle_id integer, tool text, added_at integer, primary key (bundle_id, tool));
create table user_tools (user_id integer, tool text, installed_at integer, primary key (user_id, tool));
create table cli_sessions (id text primary key, token text, user_id integer, state text, created_at integer, expires_at integer);
create table schedules (id text primary key, user_id integer, chat_id text, cron text, label text, paused integer,
  next_run_at integer, last_run_at integer, created_at integer, updated_at integer, deleted_at integer);
create table vip_codes (code text primary key, maker_id integer, active integer);
create table vip_redemptions (code text, user_id integer, at integer, primary key (code, user_id));
create table n_chats (seq integer primary key autoincrement, iden text, acct text, email text, muted integer, created real, modified real, gone integer default 0);
create table n_devices (seq integer primary key autoincrement, iden text, acct text, doc text, created real, modified real, gone integer default 0);
create table n_pushes (seq integer primary key autoincrement, iden text, acct text, guid text, doc text, created real, modified real, gone integer default 0);
create index i1 on runs (owner_id, started_at);
create index i2 on executions (user_id, at);
create index i3 on messages (run_id);
`);

module.exports = { kx, all, first, run, tx, now, sqlite };
