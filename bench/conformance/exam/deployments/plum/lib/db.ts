// node:sqlite in memory behind thin repositories.
import { DatabaseSync } from 'node:sqlite';
import { fault } from './core.ts';

export const db = new DatabaseSync(':memory:');
db.exec('PRAGMA foreign_keys = ON');
const statements = new Map<string, ReturnType<typeof db.prepare>>();
export function sql(text: string) {
  let s = statements.get(text);
  if (!s) statements.set(text, (s = db.prepare(text)));
  return s;
}
export function transaction<T>(fn: () => T): T {
  db.exec('BEGIN');
  try { const out = fn(); db.exec('COMMIT'); return out; } catch (e) { db.exec('ROLLBACK'); throw e; }
}
type Kind = 'text' | 'int' | 'real' | 'json' | 'bool';
type Row = Record<string, any>;

export class Repo {
  name: string; pk: string; cols: Record<string, Kind>;
  constructor(name: string, pk: string, cols: Record<string, Kind>, extra = '', auto = false) {
    this.name = name; this.pk = pk; this.cols = cols;
    const defs = Object.entries(cols).map(([c, k]) =>
      `${c} ${k === 'int' || k === 'bool' ? 'INTEGER' : k === 'real' ? 'REAL' : 'TEXT'}${c === pk ? ' PRIMARY KEY' + (auto ? ' AUTOINCREMENT' : '') : ''}`);
    db.exec(`CREATE TABLE ${name} (${defs.join(', ')}${extra ? ', ' + extra : ''})`);
  }
  private enc(c: string, v: any) {
    if (v === undefined || v === null) return null;
    const k = this.cols[c];
    return k === 'json' ? JSON.stringify(v) : k === 'bool' ? (v ? 1 : 0) : v;
  }
  dec(row: any): any {
    if (!row) return null;
    const out: Row = {};
    for (const c in this.cols) {
      const v = row[c], k = this.cols[c];
      out[c] = v === null ? null : k === 'json' ? JSON.parse(v) : k === 'bool' ? v === 1 : v;
    }
    return out;
  }
  insert(row: Row, or = ''): any {
    const cols = Object.keys(this.cols).filter((c) => row[c] !== undefined);
    const r = sql(`INSERT ${or} INTO ${this.name} (${cols.join(', ')}) VALUES (${cols.map(() => '?').join(', ')}) RETURNING *`)
      .get(...cols.map((c) => this.enc(c, row[c])));
    return this.dec(r);
  }
  get(id: any): any { return this.dec(sql(`SELECT * FROM ${this.name} WHERE ${this.pk} = ?`).get(id)); }
  one(where: string, ...args: any[]): any { return this.dec(sql(`SELECT * FROM ${this.name} WHERE ${where}`).get(...args)); }
  all(where: string, ...args: any[]): any[] { return sql(`SELECT * FROM ${this.name} WHERE ${where}`).all(...args).map((r) => this.dec(r)); }
  count(where: string, ...args: any[]): number { return (sql(`SELECT COUNT(*) AS n FROM ${this.name} WHERE ${where}`).get(...args) as any).n; }
  update(id: any, patch: Row): any {
    const cols = Object.keys(this.cols).filter((c) => c !== this.pk && patch[c] !== undefined);
    if (!cols.length) return this.get(id);
    return this.dec(sql(`UPDATE ${this.name} SET ${cols.map((c) => c + ' = ?').join(', ')} WHERE ${this.pk} = ? RETURNING *`)
      .get(...cols.map((c) => this.enc(c, patch[c])), id));
  }
  remove(where: string, ...args: any[]): number { return Number(sql(`DELETE FROM ${this.name} WHERE ${where}`).run(...args).changes); }
}

export const users = new Repo('users', 'id', { id: 'text', email: 'text', name: 'text', tier: 'text', credits: 'int', created: 'int' });
export const apiKeys = new Repo('api_keys', 'id', { id: 'int', user_id: 'text', name: 'text', key: 'text', is_default: 'bool', created: 'int' }, 'UNIQUE(key)', true);
export const agents = new Repo('agents', 'agent_id', {
  agent_id: 'text', owner_id: 'text', name: 'text', description: 'text', chat_prompt: 'text', welcome_message: 'text', visibility: 'text',
  vanity_slug: 'text', upsell_description: 'text', model: 'text', temperature: 'real', tags: 'json', price_cents: 'int', cloned_from: 'text',
  feedback_count: 'int', created: 'int', updated: 'int',
}, fault('clone-keeps-vanity-slug') ? '' : 'UNIQUE(vanity_slug)');
export const themes = new Repo('themes', 'agent_id', { agent_id: 'text', theme_color: 'text', mode: 'text', created: 'int', updated: 'int' });
export const files = new Repo('files', 'file_id', { file_id: 'text', agent_id: 'text', owner_id: 'text', name: 'text', content: 'text', mime_type: 'text', position: 'int', created: 'int', updated: 'int' });
export const feedbacks = new Repo('feedbacks', 'id', { id: 'text', agent_id: 'text', user_id: 'text', rating: 'int', comment: 'text', created: 'int' });
export const runs = new Repo('runs', 'run_id', { run_id: 'text', agent_id: 'text', agent_name: 'text', user_id: 'text', job_id: 'text', created: 'int', updated: 'int' });
export const messages = new Repo('messages', 'id', { id: 'int', run_id: 'text', role: 'text', content: 'text', created: 'int' }, '', true);
export const runLogs = new Repo('run_logs', 'id', { id: 'text', run_id: 'text', agent_id: 'text', event: 'text', detail: 'text', created: 'int' });
export const mcpLogs = new Repo('mcp_logs', 'id', { id: 'text', run_id: 'text', agent_id: 'text', server: 'text', tool: 'text', input: 'json', output: 'json', created: 'int' });
export const executions = new Repo('executions', 'log_id', { log_id: 'int', user_id: 'text', tool_name: 'text', service_id: 'text', service_id_namespace: 'text', input: 'json', output: 'json', status: 'text', created: 'int' }, '', true);
export const subscriptions = new Repo('subscriptions', 'id', { id: 'text', agent_id: 'text', user_id: 'text', owner_id: 'text', status: 'text', provider_id: 'text', price_cents: 'int', created: 'int', canceled: 'int' }, 'UNIQUE(agent_id, user_id)');
export const earnings = new Repo('earnings', 'id', { id: 'text', owner_id: 'text', agent_id: 'text', amount_cents: 'int', created: 'int' });
export const studioChats = new Repo('studio_chats', 'run_id', { run_id: 'text', id: 'text', owner_id: 'text', title: 'text', description: 'text', visibility: 'text', messages: 'json', cloned_from: 'text', created: 'int', updated: 'int', deleted: 'int' });
export const bundles = new Repo('bundles', 'bundle_id', { bundle_id: 'int', user_id: 'text', name: 'text', description: 'text', created: 'int', updated: 'int' }, '', true);
export const bundleTools = new Repo('bundle_tools', 'id', { id: 'text', bundle_id: 'int', tool_id: 'text', created: 'int' }, 'UNIQUE(bundle_id, tool_id), FOREIGN KEY (bundle_id) REFERENCES bundles(bundle_id) ON DELETE CASCADE');
export const cliSessions = new Repo('cli_sessions', 'cli_auth_id', { cli_auth_id: 'text', user_id: 'text', jwt: 'text', consumed: 'bool', created: 'int' });
export const schedules = new Repo('schedules', 'schedule_id', { schedule_id: 'text', user_id: 'text', chat_id: 'text', cron: 'text', name: 'text', message: 'text', timezone: 'text', enabled: 'bool', last_run: 'int', created: 'int', updated: 'int' });
export const userTools = new Repo('user_tools', 'id', { id: 'text', user_id: 'text', tool_id: 'text', created: 'int' }, 'UNIQUE(user_id, tool_id)');
export const vipCodes = new Repo('vip_codes', 'code', { code: 'text', owner_id: 'text', created: 'int' });
export const redemptions = new Repo('redemptions', 'id', { id: 'text', code: 'text', user_id: 'text', created: 'int' }, 'UNIQUE(code, user_id)');
export const payments = new Repo('payments', 'session_id', { session_id: 'text', user_id: 'text', amount_cents: 'int', credits: 'int', currency: 'text', status: 'text', success_url: 'text', cancel_url: 'text', created: 'int' });
export const webhookEvents = new Repo('webhook_events', 'id', { id: 'text', type: 'text', created: 'int' });
for (const [t, c] of [['agents', 'owner_id'], ['files', 'agent_id'], ['runs', 'user_id, created'], ['messages', 'run_id'], ['run_logs', 'run_id'], ['mcp_logs', 'run_id'], ['executions', 'user_id, created'], ['studio_chats', 'owner_id'], ['schedules', 'user_id'], ['bundles', 'user_id'], ['earnings', 'owner_id'], ['api_keys', 'user_id']])
  db.exec(`CREATE INDEX ix_${t} ON ${t} (${c})`);
