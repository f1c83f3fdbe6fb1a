/** The state worker: owns the database (SQLite in WASM), the KV store, the locks and the queue. */
import { parentPort, workerData, MessagePort } from 'node:worker_threads';
import initSqlJs from 'sql.js';
import { cronMatches, uuid } from './lib.js';
import { seed } from './seed.js';

const SQL = await initSqlJs();
const db = new SQL.Database();
export const KINDS = ['users', 'agents', 'files', 'themes', 'studio', 'runs', 'messages', 'jobs', 'run_logs', 'mcp_logs',
  'executions', 'subs', 'payments', 'keys', 'bundles', 'bundle_tools', 'cli', 'schedules', 'user_tools', 'vip_codes',
  'vip_redemptions', 'events', 'credits', 'n_chats', 'n_devices', 'n_pushes', 'feedback'];
for (const k of KINDS) {
  db.run(`CREATE TABLE ${k} (id TEXT PRIMARY KEY, user_id TEXT, parent TEXT, ts INTEGER NOT NULL, doc TEXT NOT NULL)`);
  db.run(`CREATE INDEX ${k}_u ON ${k}(user_id, ts)`);
  db.run(`CREATE INDEX ${k}_p ON ${k}(parent, ts)`);
}

let last = 0;
/** a clock in micros that never gives the same time twice */
const tick = () => (last = Math.max(last + 1, Date.now() * 1000));
const cache = new Map<string, any>();
function q(sql: string, params: any[] = []) {
  let st = cache.get(sql);
  if (!st) cache.set(sql, (st = db.prepare(sql)));
  st.bind(params);
  const rows: any[] = [];
  while (st.step()) rows.push(st.getAsObject());
  st.reset();
  return rows;
}
const rec = (r: any) => (r ? { id: r.id, user_id: r.user_id, parent: r.parent, ts: r.ts, d: JSON.parse(r.doc) } : null);
const kv = new Map<string, any>();
const seqs = new Map<string, number>();
const locks = new Map<string, (() => void)[]>();
const queue = new Map<string, { kind: string; body: any; tries: number; timer?: NodeJS.Timeout }>();
const ports: MessagePort[] = workerData.ports;
let turn = 0;

function deliver(id: string) {
  const m = queue.get(id);
  if (!m) return;
  m.tries++;
  ports[turn++ % ports.length].postMessage({ queue: { id, kind: m.kind, body: m.body, tries: m.tries } });
  m.timer = setTimeout(() => deliver(id), 30000);
  m.timer.unref();
}

const procs: Record<string, (...a: any[]) => any> = {
  q,
  rows: (sql: string, params: any[] = []) => q(sql, params).map(rec),
  get: (k: string, id: string) => rec(q(`SELECT * FROM ${k} WHERE id=?`, [id])[0]),
  put(k: string, id: string, user: string | null, parent: string | null, doc: any, ts?: number) {
    ts ??= tick();
    q(`INSERT INTO ${k} VALUES (?,?,?,?,?)`, [id, user, parent, ts, JSON.stringify(doc)]);
    return { id, user_id: user, parent, ts, d: doc };
  },
  set: (k: string, id: string, doc: any) => q(`UPDATE ${k} SET doc=? WHERE id=?`, [JSON.stringify(doc), id]),
  /** merges the parts of a document that are given, at once */
  patch(k: string, id: string, part: any) {
    const r = procs.get(k, id);
    if (!r) return null;
    r.d = { ...r.d, ...part };
    procs.set(k, id, r.d);
    return r;
  },
  del: (k: string, id: string) => q(`DELETE FROM ${k} WHERE id=?`, [id]),
  byUser: (k: string, user: string) => procs.rows(`SELECT * FROM ${k} WHERE user_id=? ORDER BY ts`, [user]),
  byParent: (k: string, parent: string) => procs.rows(`SELECT * FROM ${k} WHERE parent=? ORDER BY ts`, [parent]),
  seq: (name: string) => {
    const n = (seqs.get(name) ?? 1000) + 1;
    seqs.set(name, n);
    return n;
  },
  now: () => tick(),
  kvGet: (k: string) => kv.get(k) ?? null,
  kvPut: (k: string, v: any) => void kv.set(k, v),
  kvDel: (k: string) => void kv.delete(k),
  /** runs several calls with nothing in between; all or none */
  tx(calls: [string, ...any[]][]) {
    db.run('BEGIN');
    try {
      const out = calls.map(([m, ...a]) => procs[m](...a));
      db.run('COMMIT');
      return out;
    } catch (e) {
      db.run('ROLLBACK');
      throw e;
    }
  },
  enqueue(kind: string, body: any, delay = 0) {
    const id = uuid();
    queue.set(id, { kind, body, tries: 0 });
    setTimeout(() => deliver(id), delay);
    return id;
  },
  ack(id: string) {
    const m = queue.get(id);
    clearTimeout(m?.timer);
    queue.delete(id);
  },
};

seed(procs);

for (const port of ports) {
  port.on('message', ({ id, m, a }: any) => {
    if (m === 'lock') {
      const wait = locks.get(a[0]);
      if (!wait) {
        locks.set(a[0], []);
        port.postMessage({ id, v: null });
      } else wait.push(() => port.postMessage({ id, v: null }));
      return;
    }
    if (m === 'unlock') {
      const next = locks.get(a[0])?.shift();
      if (next) next();
      else locks.delete(a[0]);
      return;
    }
    try {
      port.postMessage({ id, v: procs[m](...a) });
    } catch (e: any) {
      port.postMessage({ id, e: String(e?.message ?? e) });
    }
  });
}

/** schedules: one look a minute */
let minute = Math.floor(Date.now() / 60000);
setInterval(() => {
  const m = Math.floor(Date.now() / 60000);
  if (m === minute) return;
  minute = m;
  for (const s of procs.rows('SELECT * FROM schedules'))
    if (s.d.enabled && cronMatches(s.d.cron, new Date(m * 60000))) procs.enqueue('schedule', { schedule_id: s.id });
}, 1000);

parentPort!.postMessage('ready');
