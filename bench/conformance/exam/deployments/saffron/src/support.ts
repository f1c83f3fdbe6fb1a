// Small helpers: faults, clock, JWT, signatures.
import { createHmac, timingSafeEqual, randomUUID, randomBytes } from 'node:crypto';
const FAULT = process.env.FAULT ?? '';
export const F = (id: string) => FAULT === id;
export const uuid = () => randomUUID();
export const random = (n: number) => randomBytes(n).toString('hex');
export const sleep = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));

/** ISO 8601 with milliseconds and +00:00. */
export const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00');
export const now = () => iso(Date.now());
let last = 0;
/** Microseconds that never repeat: the key by which lists are paged. */
export const tick = () => (last = Math.max(last + 1, Date.now() * 1000));
export const tickIso = (us: number) => new Date(Math.floor(us / 1000)).toISOString().replace('Z', String(us % 1000).padStart(3, '0') + '+00:00');
const DT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|z|[+-]\d\d:?\d\d)?$/;
export const isDateTime = (s: string) => { const m = DT.exec(s); return !!m && !Number.isNaN(Date.parse(m[1] + 'T' + m[2] + 'Z')) && new Date(m[1] + 'T00:00:00Z').toISOString().startsWith(m[1]); };
export function parseTick(s: string): number {
  const m = DT.exec(s)!;
  let tz = m[4] ?? 'Z';
  if (F('executions-cursor-zone-dropped')) tz = 'Z';
  if (/^[+-]\d{4}$/.test(tz)) tz = tz.slice(0, 3) + ':' + tz.slice(3);
  return Date.parse(m[1] + 'T' + m[2] + tz.toUpperCase()) * 1000 + Number(((m[3] ?? '') + '000000').slice(0, 6));
}
export const SECRET = 'saffron-jwt-signing-secret-2026';
export const WEBHOOK_SECRET = 'whsec_saffron_payments';
const b64 = (v: any) => Buffer.from(typeof v === 'string' ? v : JSON.stringify(v)).toString('base64url');
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');
export const hmac = (text: string) => createHmac('sha256', WEBHOOK_SECRET).update(text).digest('hex');
export const safeEqual = (a: string, b: string) => { const x = Buffer.from(a), y = Buffer.from(b); return x.length === y.length && timingSafeEqual(x, y); };
export const makeJwt = (claims: any) => { const head = b64({ alg: 'HS256', typ: 'JWT' }) + '.' + b64(claims); return head + '.' + sign(head); };
export function verifyJwt(token: string, decodeOnly = false): any {
  const p = token.split('.');
  if (p.length !== 3) return null;
  try {
    if (JSON.parse(Buffer.from(p[0], 'base64url').toString()).alg !== 'HS256') return null;
    if (!decodeOnly && !safeEqual(sign(p[0] + '.' + p[1]), p[2])) return null;
    const claims = JSON.parse(Buffer.from(p[1], 'base64url').toString());
    if (typeof claims.exp !== 'number' || claims.exp * 1000 < Date.now()) return null;
    return claims;
  } catch { return null; }
}
