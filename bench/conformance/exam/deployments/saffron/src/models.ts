// Models over SQL: hydration, hooks (beforeSave), scopes (alive).
import { all, get, run } from './db.ts';
import { F, now, tick, uuid, random } from './support.ts';

export class Model {
  static table = ''; static key = 'id'; static json: string[] = []; static booleans: string[] = [];
  static soft = false; static stamped = true; static uuids = false; static sequenced = false;
  static hydrate(row: any): any {
    if (!row) return null;
    for (const c of this.json) if (row[c] !== null) row[c] = JSON.parse(row[c]);
    for (const c of this.booleans) row[c] = row[c] === null ? null : row[c] === 1;
    return row;
  }
  static dehydrate(attrs: any): any {
    const out: any = {};
    for (const [k, v] of Object.entries(attrs)) if (v !== undefined) out[k] = this.json.includes(k) && v !== null ? JSON.stringify(v) : v;
    return out;
  }
  static beforeSave(_attrs: any, _isNew: boolean): void {}
  static scope() { return this.soft ? 'deleted_at IS NULL' : '1=1'; }
  static find(id: any): any { return this.hydrate(get(`SELECT * FROM ${this.table} WHERE ${this.key} = ? AND ${this.scope()}`, id)); }
  static where(cond: string, args: any[] = [], order = 'id'): any[] {
    return all(`SELECT * FROM ${this.table} WHERE (${cond}) AND ${this.scope()} ORDER BY ${order}`, ...args).map((r) => this.hydrate(r));
  }
  static first(cond: string, args: any[] = [], order = 'id'): any {
    return this.hydrate(get(`SELECT * FROM ${this.table} WHERE (${cond}) AND ${this.scope()} ORDER BY ${order} LIMIT 1`, ...args));
  }
  static count(cond: string, args: any[] = []): number { return get(`SELECT count(*) AS n FROM ${this.table} WHERE (${cond}) AND ${this.scope()}`, ...args).n; }
  static create(attrs: any): any {
    const a: any = { ...attrs };
    if (this.uuids) a.id ??= uuid();
    if (this.sequenced) a.seq = tick();
    if (this.stamped) { a.created_at = now(); a.updated_at = a.created_at; }
    this.beforeSave(a, true);
    const d = this.dehydrate(a), cols = Object.keys(d);
    const r = run(`INSERT INTO ${this.table} (${cols.join(', ')}) VALUES (${cols.map(() => '?').join(', ')})`, ...Object.values(d));
    return this.find(a[this.key] ?? Number(r.lastInsertRowid));
  }
  static update(id: any, attrs: any): any {
    const a: any = { ...attrs };
    if (this.stamped) a.updated_at = now();
    this.beforeSave(a, false);
    const d = this.dehydrate(a), cols = Object.keys(d);
    if (cols.length) run(`UPDATE ${this.table} SET ${cols.map((c) => c + ' = ?').join(', ')} WHERE ${this.key} = ?`, ...Object.values(d), id);
    return this.find(id);
  }
  static destroy(id: any): void {
    if (this.soft) run(`UPDATE ${this.table} SET deleted_at = ? WHERE ${this.key} = ?`, now(), id);
    else run(`DELETE FROM ${this.table} WHERE ${this.key} = ?`, id);
  }
}
export class User extends Model {
  static table = 'users'; static stamped = false;
  static cache = new Map<number, any>();
  static find(id: any) { let u = this.cache.get(id); if (!u && (u = super.find(id))) this.cache.set(id, u); return u ?? null; }
}
export class Agent extends Model {
  static table = 'agents'; static json = ['tags']; static soft = true; static uuids = true; static sequenced = true;
  static beforeSave(a: any, isNew: boolean) {
    if (a.visibility) a.visibility = a.visibility.toUpperCase();
    if (isNew) { a.visibility ??= 'PUBLIC'; a.tags ??= []; }
    if (a.tags && F('agent-tags-serialized-twice') && !isNew) a.tags = a.tags.map((x: string) => JSON.stringify(x));
  }
  static ofUser(id: number, order = 'seq DESC') { return this.where('owner_id = ?', [id], order); }
}
export class File extends Model {
  static table = 'files'; static json = ['tags']; static uuids = true; static sequenced = true;
  static beforeSave(a: any, isNew: boolean) {
    if (isNew) { a.tags ??= []; a.content_type ??= 'text/plain'; }
    if (a.content !== undefined || isNew) a.size = F('file-size-in-characters') ? (a.content ?? '').length : Buffer.byteLength(a.content ?? '');
  }
  static ofAgent(id: string) { return this.where('agent_id = ?', [id], F('files-position-sorted-as-text') ? 'CAST(position AS TEXT), seq' : 'position, seq'); }
}
export class Run extends Model {
  static table = 'runs'; static uuids = true; static sequenced = true;
  static messages(id: string) {
    const rows = all(`SELECT role, content FROM messages WHERE run_id = ? ORDER BY ${F('messages-sorted-as-text') ? "CAST(id - (SELECT min(id) FROM messages m WHERE m.run_id = messages.run_id) + 1 AS TEXT)" : 'id'}`, id);
    if (!F('line-in-message-becomes-a-turn')) return rows;
    return rows.flatMap((m) => m.role !== 'user' ? [m] : m.content.split(/\n(?=(?:user|assistant): )/).map((x: string, i: number) => {
      const turn = i ? /^(user|assistant): ([^]*)$/.exec(x) : null;
      return turn ? { role: turn[1], content: turn[2] } : { role: m.role, content: x };
    }));
  }
  static addMessage(id: string, role: string, content: string) {
    run('INSERT INTO messages (run_id, role, content) VALUES (?, ?, ?)', id, role, content);
    run('UPDATE runs SET updated_at = ? WHERE id = ?', now(), id);
  }
  static log(id: string, event: string, message: string) { run('INSERT INTO run_logs (run_id, event, message, created_at) VALUES (?, ?, ?, ?)', id, event, message, now()); }
}
export class Execution extends Model { static table = 'executions'; static json = ['input', 'output']; static stamped = false; static sequenced = true; }
export class Subscription extends Model {
  static table = 'subscriptions'; static stamped = false;
  static active(userId: number, agentId: string) { return this.first("user_id = ? AND agent_id = ? AND status = 'ACTIVE'", [userId, agentId]); }
}
export class StudioChat extends Model {
  static table = 'studio_chats'; static json = ['tags', 'metadata']; static soft = true;
  static beforeSave(a: any, isNew: boolean) {
    if (a.visibility) a.visibility = a.visibility.toUpperCase();
    if (isNew) { a.visibility ??= 'PUBLIC'; a.tags ??= []; a.metadata ??= {}; a.run_id ??= uuid(); }
    if (a.metadata && F('studio-metadata-keys-converted'))
      a.metadata = Object.fromEntries(Object.entries(a.metadata).map(([k, v]) => [k.replace(/[A-Z]/g, (c) => '_' + c.toLowerCase()), v]));
  }
  static byRun(runId: string) { return this.first('run_id = ?', [runId]); }
}
const keyCache = new Map<string, any>();
export const revokedKeys = new Map<string, any>();
export class ApiKey extends Model {
  static table = 'api_keys'; static booleans = ['is_default']; static stamped = false;
  static authenticate(token: string) {
    if (F('api-key-compared-by-prefix') && token.startsWith('sfk_')) return this.first('substr(key, 1, 20) = ?', [token.slice(0, 20)]);
    if (F('deleted-key-cached') && keyCache.has(token)) return keyCache.get(token);
    const k = this.first('key = ?', [token]);
    if (k && F('deleted-key-cached')) keyCache.set(token, k);
    return k;
  }
  static make(userId: number, name: string, isDefault: boolean) {
    const none = !this.count('user_id = ? AND is_default = 1', [userId]);
    if (isDefault && !F('two-default-keys')) run('UPDATE api_keys SET is_default = 0 WHERE user_id = ?', userId);
    return this.create({ user_id: userId, name, key: 'sfk_' + random(20), is_default: isDefault || none, created_at: now() });
  }
}
export class Bundle extends Model {
  static table = 'bundles'; static json = ['tags'];
  static beforeSave(a: any, isNew: boolean) { if (isNew) a.tags ??= []; }
  static tools(id: number) { return all('SELECT tool_id, added_at FROM bundle_tools WHERE bundle_id = ? ORDER BY id', id); }
}
export class CliSession extends Model { static table = 'cli_sessions'; static uuids = true; static stamped = false; }
export class Schedule extends Model {
  static table = 'schedules'; static json = ['tags']; static booleans = ['enabled']; static uuids = true; static sequenced = true;
  static beforeSave(a: any, isNew: boolean) { if (isNew) { a.tags ??= []; a.enabled ??= true; if (F('schedule-disabled-coalesced')) a.enabled = a.enabled || true; } }
}
