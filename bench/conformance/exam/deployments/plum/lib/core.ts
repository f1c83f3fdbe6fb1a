// Faults, identifiers, times, errors, the caller (AsyncLocalStorage) and request memoization.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

const FAULT = process.env.FAULT || '';
export const fault = (id: string): boolean => FAULT === id;

const ALPHA = 'abcdefghijklmnopqrstuvwxyz0123456789';
export function cuid(): string {
  const bytes = randomBytes(23);
  let out = 'c';
  for (const b of bytes) out += ALPHA[b % 36];
  return out;
}
export const uuid = (): string => randomUUID();

// Strictly increasing microseconds: two records never have the same stamp.
let last = 0;
export function stamp(): number {
  last = Math.max(Date.now() * 1000, last + 1);
  return last;
}
export const iso = (micros: number): string => new Date(Math.floor(micros / 1000)).toISOString();
export const isoOrNull = (micros: number | null): string | null => (micros == null ? null : iso(micros));
export function cursorOf(micros: number): string {
  return iso(micros).slice(0, 23) + String(micros % 1000).padStart(3, '0') + 'Z';
}
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:?\d\d)?$/;
export function parseCursor(text: string): number | null {
  const m = DATE_TIME.exec(text.replace(/ (\d\d:?\d\d)$/, (all, tz, at) => (at > 11 ? '+' + tz : all)));
  if (!m) return null;
  const zone = !m[4] || /z/i.test(m[4]) ? 'Z' : m[4].length === 5 ? m[4].slice(0, 3) + ':' + m[4].slice(3) : m[4];
  const ms = Date.parse(`${m[1]}T${m[2].length === 5 ? m[2] + ':00' : m[2]}${zone}`);
  if (Number.isNaN(ms)) return null;
  return ms * 1000 + Number((m[3] ?? '').padEnd(6, '0').slice(0, 6));
}

export class ApiError extends Error {
  status: number; code: string; detail?: unknown;
  constructor(status: number, code: string, message: string, detail?: unknown) {
    super(message); this.status = status; this.code = code; this.detail = detail;
  }
}
export const badRequest = (code: string, message: string) => new ApiError(400, code, message);
export const forbidden = (message = 'You have no permission on this resource.') => new ApiError(403, 'forbidden', message);
export const notFound = (what: string) => new ApiError(404, 'not_found', `${what} not found.`);
export const conflict = (code: string, message: string) => new ApiError(409, code, message);
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error') =>
  new ApiError(422, 'validation_error', msg, [{ loc, msg, type }]);

export type User = { id: string; email: string; name: string; tier: string; created: number };
export type Caller = { user: User | null; memo: Map<unknown, Map<string, unknown>> };
export const callerStore = new AsyncLocalStorage<Caller>();
export function me(): User {
  const user = callerStore.getStore()?.user;
  if (!user) throw new ApiError(401, 'unauthorized', 'A valid bearer credential is required.');
  return user;
}
export const viewer = (): User | null => callerStore.getStore()?.user ?? null;

/** Like React's cache(): one call by argument and request. */
export function cache<R>(fn: (arg: string) => R): (arg: string) => R {
  return (arg) => {
    const store = callerStore.getStore();
    if (!store) return fn(arg);
    let own = store.memo.get(fn);
    if (!own) store.memo.set(fn, (own = new Map()));
    if (!own.has(arg)) own.set(arg, fn(arg));
    return own.get(arg) as R;
  };
}
export const forget = () => callerStore.getStore()?.memo.clear();
export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export function json(data: unknown, status = 200, headers: Record<string, string> = {}) {
  return { __json: true as const, data, status, headers };
}
