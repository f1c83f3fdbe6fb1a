// A very small "postgres": tables of immutable rows, indexes, row level policies, triggers.
import { randomUUID } from 'node:crypto';

const F = process.env.FAULT || '';
export const fault = (id) => F === id;
export const SERVICE = Symbol('service_role');
export const uuid = () => randomUUID();
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

export class PgError extends Error {
  constructor(status, code, message, details = null, hint = null) {
    super(message);
    Object.assign(this, { status, code, details, hint });
  }
  body() { return { code: this.code, details: this.details, hint: this.hint, message: this.message }; }
}
export const notFound = (what) => new PgError(404, 'PGRST116', `${what} not found`, 'The result contains 0 rows');
export const forbidden = (msg = 'permission denied by row level policy') => new PgError(403, '42501', msg);
export const bad = (msg, code = '22023') => new PgError(400, code, msg);
export const invalid = (details) => new PgError(422, '22P02', 'validation failed', details);

// clock_timestamp(), strictly rising, so that created_at alone orders rows
let last = 0;
export function microseconds() {
  const t = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  last = t > last ? t : last + 1;
  return last;
}
export function format(us) {
  const ms = Math.floor(us / 1000);
  return new Date(ms).toISOString().slice(0, -1) + String(us % 1000).padStart(3, '0') + '+00:00';
}
export const now = () => format(microseconds());

export class Table {
  constructor(name, { pk, indexes = [], defaults = () => ({}), policies = {}, triggers = {} }) {
    Object.assign(this, { name, pk, defaults, policies, triggers });
    this.rows = new Map();
    this.indexes = new Map(indexes.map((c) => [c, new Map()]));
    this.serial = 0;
  }
  nextval() { return ++this.serial; }
  may(verb, uid, row) {
    if (uid === SERVICE) return true;
    const p = this.policies[verb];
    return p ? !!p(uid, row) : false;
  }
  #index(row, add) {
    for (const [col, map] of this.indexes) {
      const v = row[col];
      let set = map.get(v);
      if (add) {
        if (!set) map.set(v, (set = new Set()));
        set.add(row[this.pk]);
      } else if (set) {
        set.delete(row[this.pk]);
        if (!set.size) map.delete(v);
      }
    }
  }
  insert(uid, values) {
    let row = { ...this.defaults(this), ...values };
    if (!this.may('insert', uid, row)) throw forbidden(`new row violates row-level security policy for table "${this.name}"`);
    if (this.triggers.beforeInsert) row = this.triggers.beforeInsert(row, this) || row;
    if (this.rows.has(row[this.pk])) throw new PgError(409, '23505', `duplicate key value violates unique constraint "${this.name}_pkey"`);
    this.rows.set(row[this.pk], row);
    this.#index(row, true);
    this.triggers.afterInsert?.(row, this);
    return row;
  }
  get(uid, id) {
    const row = this.rows.get(id);
    return row && this.may('select', uid, row) ? row : null;
  }
  // newest first unless an order is given; eq on an indexed column uses the index
  select(uid, eq = {}, { filter, order, asc = false } = {}) {
    let source = null;
    const rest = [];
    for (const [k, v] of Object.entries(eq)) {
      if (source === null && this.indexes.has(k)) source = [...(this.indexes.get(k).get(v) || [])].map((id) => this.rows.get(id));
      else rest.push([k, v]);
    }
    if (source === null) source = [...this.rows.values()];
    const out = source.filter((r) => this.may('select', uid, r) && rest.every(([k, v]) => r[k] === v) && (!filter || filter(r)));
    if (order) out.sort(order);
    else if (!asc) out.reverse();
    return out;
  }
  update(uid, id, patch) {
    const old = this.rows.get(id);
    if (!old || !this.may('update', uid, old)) return null;
    let row = { ...old, ...patch };
    if (!this.may('update', uid, row)) throw forbidden(`new row violates row-level security policy for table "${this.name}"`);
    if (this.triggers.beforeUpdate) row = this.triggers.beforeUpdate(row, old, this) || row;
    this.rows.set(id, row);
    for (const [col, map] of this.indexes) { // rows keep their place in an index whose column did not change
      if (old[col] === row[col]) continue;
      map.get(old[col])?.delete(id);
      if (!map.has(row[col])) map.set(row[col], new Set());
      map.get(row[col]).add(id);
    }
    this.triggers.afterUpdate?.(row, old, this);
    return row;
  }
  touch(uid, id, patch) { return this.update(uid, id, patch); }
  remove(uid, id) {
    const row = this.rows.get(id);
    if (!row || !this.may('delete', uid, row)) return null;
    this.rows.delete(id);
    this.#index(row, false);
    this.triggers.afterDelete?.(row, this);
    return row;
  }
}

// advisory locks: lock(key) resolves to the function that releases it
const locks = new Map();
export async function lock(key) {
  const before = locks.get(key);
  let release;
  const mine = new Promise((r) => { release = r; });
  locks.set(key, mine);
  if (before) await before;
  return () => { if (locks.get(key) === mine) locks.delete(key); release(); };
}
