import { randomBytes, randomUUID, createHmac, timingSafeEqual } from 'node:crypto';

export const FAULT = process.env.FAULT ?? '';
export const F = (id: string) => FAULT === id;

export const uuid = () => randomUUID();
const ALPHA = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const nano = (prefix: string, n = 16) => {
  const b = randomBytes(n);
  let s = '';
  for (let i = 0; i < n; i++) s += ALPHA[b[i] % 62];
  return `${prefix}_${s}`;
};
export const UUID_RE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const sleep = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));

export class HttpError extends Error {
  constructor(public status: number, public code: string, message: string, public issues: unknown[] = []) {
    super(message);
  }
}
export const fail = (status: number, code: string, message: string): never => {
  throw new HttpError(status, code, message);
};
export const notFound = (what: string): never => fail(404, 'not_found', `${what} not found`);
export const invalid = (path: (string | number)[], message: string, code = 'custom'): never => {
  throw new HttpError(422, 'validation_error', 'Request validation failed', [{ code, path, message }]);
};

/** micros since the epoch -> ISO with milliseconds */
export const iso = (micros: number) => new Date(Math.floor(micros / 1000)).toISOString();
/** micros since the epoch -> ISO with microseconds, for cursors */
export const isoMicros = (micros: number) =>
  iso(micros).slice(0, -1) + String(micros % 1000).padStart(3, '0') + 'Z';
const DT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|z|[+-]\d\d:?\d\d)?$/;
export function parseMicros(text: string): number | null {
  const m = DT.exec(text.replace(/^(.{16,}) (\d\d:?\d\d)$/, '$1+$2'));
  if (!m) return null;
  const tz = (m[4] ?? 'Z').toUpperCase();
  const base = Date.parse(`${m[1]}T${m[2]}${tz === 'Z' || tz.includes(':') ? tz : tz.slice(0, 3) + ':' + tz.slice(3)}`);
  if (Number.isNaN(base)) return null;
  const frac = m[3] ? Number((m[3].slice(1) + '000000').slice(0, 6)) : 0;
  return base * 1000 + frac;
}

const SECRET = 'hawthorn-jwt-secret-0f6c';
const b64 = (s: string | Buffer) => Buffer.from(s).toString('base64url');
export function signJwt(claims: Record<string, unknown>) {
  const head = `${b64('{"alg":"HS256","typ":"JWT"}')}.${b64(JSON.stringify(claims))}`;
  return `${head}.${createHmac('sha256', SECRET).update(head).digest('base64url')}`;
}
export function readJwt(token: string, verify = true): Record<string, any> | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString());
    if (!verify) return claims;
    const head = JSON.parse(Buffer.from(parts[0], 'base64url').toString());
    if (head.alg !== 'HS256') return null;
    const want = createHmac('sha256', SECRET).update(`${parts[0]}.${parts[1]}`).digest();
    const got = Buffer.from(parts[2], 'base64url');
    if (got.length !== want.length || !timingSafeEqual(got, want)) return null;
    if (parts[2] !== want.toString('base64url')) return null;
    if (typeof claims.exp === 'number' && claims.exp * 1000 < Date.now()) return null;
    if (claims.aud !== 'hawthorn-user-api') return null;
    return claims;
  } catch {
    return null;
  }
}

export const WEBHOOK_SECRET = 'whsec_hawthorn_2f9d';
export const webhookSign = (body: Buffer) => createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');

/* ---- cron ---- */
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const RANGES: [number, number][] = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
function cronField(text: string, i: number): Set<number> | null {
  const [lo, hi] = RANGES[i];
  const out = new Set<number>();
  const num = (t: string): number | null => {
    if (i === 3 && MONTHS.includes(t.toUpperCase())) return MONTHS.indexOf(t.toUpperCase()) + 1;
    if (i === 4 && DAYS.includes(t.toUpperCase())) return DAYS.indexOf(t.toUpperCase());
    if (F('cron-parse-int')) return Number.isNaN(parseInt(t)) ? null : parseInt(t);
    return /^\d{1,2}$/.test(t) ? Number(t) : null;
  };
  for (const part of text.split(',')) {
    const [range, step, more] = part.split('/');
    if (more !== undefined) return null;
    let a: number | null, b: number | null;
    if (range === '*') [a, b] = [lo, hi];
    else {
      const ends = range.split('-');
      if (ends.length > 2) return null;
      a = num(ends[0]);
      b = ends.length === 2 ? num(ends[1]) : step === undefined ? a : hi;
    }
    const s = step === undefined ? 1 : /^\d{1,2}$/.test(step) ? Number(step) : 0;
    if (a === null || b === null || s < 1 || a < lo || b > hi || a > b) return null;
    for (let v = a; v <= b; v += s) out.add(i === 4 ? v % 7 : v);
  }
  return out;
}
export function parseCron(text: string): Set<number>[] | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const out: Set<number>[] = [];
  for (let i = 0; i < 5; i++) {
    const f = cronField(parts[i], i);
    if (!f) return null;
    out.push(f);
  }
  return out;
}
export function cronMatches(text: string, d: Date) {
  const f = parseCron(text);
  if (!f) return false;
  const [, , dom, , dow] = text.trim().split(/\s+/);
  const domOk = f[2].has(d.getUTCDate());
  const dowOk = f[4].has(d.getUTCDay());
  const day = dom !== '*' && dow !== '*' ? domOk || dowOk : domOk && dowOk;
  return f[0].has(d.getUTCMinutes()) && f[1].has(d.getUTCHours()) && f[3].has(d.getUTCMonth() + 1) && day;
}
const FULL = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export function textToCron(text: string): string | null {
  const t = text.trim().replace(/\s+/g, ' ');
  if (parseCron(t)) return t;
  const s = t.toLowerCase();
  const fixed: Record<string, string> = {
    'every minute': '* * * * *', 'every hour': '0 * * * *', hourly: '0 * * * *', '@hourly': '0 * * * *',
    daily: '0 0 * * *', 'every day': '0 0 * * *', '@daily': '0 0 * * *', weekly: '0 0 * * 0', '@weekly': '0 0 * * 0',
    'every week': '0 0 * * 0', monthly: '0 0 1 * *', '@monthly': '0 0 1 * *', 'every month': '0 0 1 * *',
    '@yearly': '0 0 1 1 *', yearly: '0 0 1 1 *',
  };
  if (fixed[s]) return fixed[s];
  let m = /^every (\d{1,2}) (minutes|hours)$/.exec(s);
  if (m) {
    const n = Number(m[1]);
    if (m[2] === 'minutes') return n >= 1 && n <= 59 ? `*/${n} * * * *` : null;
    return n >= 1 && n <= 23 ? `0 */${n} * * *` : null;
  }
  m = /^every (day|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(s);
  if (m) {
    let h = m[2] === undefined ? 0 : Number(m[2]);
    const min = m[3] === undefined ? 0 : Number(m[3]);
    if (m[4]) {
      if (h < 1 || h > 12) return null;
      h = (h % 12) + (m[4] === 'pm' ? 12 : 0);
    }
    if (h > 23 || min > 59) return null;
    const d = m[1] === 'day' ? '*' : m[1] === 'weekday' ? '1-5' : String(FULL.indexOf(m[1]));
    return `${min} ${h} * * ${d}`;
  }
  return null;
}
