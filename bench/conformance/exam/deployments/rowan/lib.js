'use strict';
const crypto = require('crypto');
const FAULT = process.env.FAULT || '';
const fault = (id) => FAULT === id;
class HttpErr extends Error { constructor(status, code, message, extra) { super(message); this.status = status; this.code = code; this.extra = extra; } }
const bad = (loc, msg) => new HttpErr(422, 'validation_failed', `${loc}: ${msg}`, { fields: [{ loc, msg }] });
const notFound = (what) => new HttpErr(404, 'not_found', `${what} not found`);
const forbidden = (m) => new HttpErr(403, 'forbidden', m || 'you have no permission on this record');
// strictly rising clock, in microseconds: DATETIME(6) text, UTC
let last = 0;
function now(ms) {
  let t = (ms ?? Date.now()) * 1000; if (ms === undefined) { if (t <= last) t = last + 1; last = t; }
  return new Date(Math.floor(t / 1000)).toISOString().slice(0, 19).replace('T', ' ') + '.' + String(t % 1e6).padStart(6, '0');
}
const sec = (d) => d === null || d === undefined ? null : String(d).slice(0, 19);
const cursorOut = (d) => String(d).replace(' ', 'T').padEnd(26, '0') + 'Z';
function cursorIn(s) {
  if (s === undefined || s === '' || s === 'null') return null;
  const m = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+ -])(\d\d):?(\d\d))?$/.exec(s);
  if (!m) throw bad('query.next_cursor', 'must be a date-time');
  const base = Date.parse(`${m[1]}T${m[2]}:${m[3] || '00'}Z`);
  if (Number.isNaN(base) || new Date(base).toISOString().slice(0, 10) !== m[1]) throw bad('query.next_cursor', 'must be a date-time');
  const off = m[5] ? (m[5] === '-' ? -1 : 1) * (Number(m[6]) * 60 + Number(m[7])) : 0;
  const d = new Date(base - off * 60000);
  if (d.getUTCFullYear() < 1 || d.getUTCFullYear() > 9999) throw bad('query.next_cursor', 'must be a date-time');
  return d.toISOString().slice(0, 19).replace('T', ' ') + '.' + (m[4] || '').padEnd(6, '0').slice(0, 6);
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidParam = (ctx, n) => { const v = ctx.params[n]; if (!UUID.test(v)) throw bad('path.' + n, 'must be a uuid'); return v.toLowerCase(); };
const intParam = (ctx, n) => { const v = ctx.params[n]; if (!/^-?\d{1,15}$/.test(v)) throw bad('path.' + n, 'must be an integer'); return Number(v); };
const qOne = (ctx, n) => { const v = ctx.query[n]; return Array.isArray(v) ? v[v.length - 1] : v; };
function qInt(ctx, n, dflt, min, max) {
  const v = qOne(ctx, n); if (v === undefined) return dflt;
  if (!/^[+-]?\d{1,9}$/.test(v) || Number(v) < min || Number(v) > max) throw bad('query.' + n, `must be an integer from ${min} to ${max}`);
  return Number(v);
}
function qNum(ctx, n, dflt, min, max) {
  const v = qOne(ctx, n); if (v === undefined) return dflt;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(v) || Number(v) < min || Number(v) > max) throw bad('query.' + n, `must be a number from ${min} to ${max}`);
  return Number(v);
}
const well = (x) => typeof x === 'string' ? x.isWellFormed() : x === null || typeof x !== 'object' ? true : Array.isArray(x) ? x.every(well) : Object.entries(x).every(([k, v]) => k.isWellFormed() && well(v));
async function raw(ctx) {
  const parts = []; let n = 0;
  for await (const c of ctx.req) { n += c.length; if (n > 32e6) throw new HttpErr(413, 'too_large', 'the body is too large'); parts.push(c); }
  return Buffer.concat(parts);
}
async function jsonBody(ctx, optional) {
  const b = await raw(ctx); let text;
  try { text = new TextDecoder('utf-8', { fatal: true }).decode(b); } catch { throw bad('body', 'must be UTF-8'); }
  if (text.trim() === '') { if (optional) return null; throw bad('body', 'is required'); }
  let v; try { v = JSON.parse(text); } catch { throw bad('body', 'must be JSON'); }
  if (v === null && optional) return null;
  if (v === null || typeof v !== 'object' || Array.isArray(v)) throw bad('body', 'must be an object');
  if (!well(v)) throw bad('body', 'must be well-formed text');
  return v;
}
// {field: [type, opts]}: takes the named fields that were sent, checks them, leaves the rest
function take(body, spec) {
  const out = {};
  for (const [k, [type, o = {}]] of Object.entries(spec)) {
    const v = Object.hasOwn(body, k) ? body[k] : undefined;
    if (v === undefined) { if (o.req) throw bad('body.' + k, 'is required'); continue; }
    if (v === null) { if (o.null) { out[k] = null; continue; } throw bad('body.' + k, 'must not be null'); }
    if (type === 'str') { if (typeof v !== 'string') throw bad('body.' + k, 'must be a string'); if (o.max && [...v].length > o.max) throw bad('body.' + k, 'is too long'); if (o.min && v.length < o.min) throw bad('body.' + k, 'is too short'); if (o.enum && !o.enum.includes(v)) throw bad('body.' + k, 'must be one of ' + o.enum.join(', ')); if (o.re && !o.re.test(v)) throw bad('body.' + k, o.msg || 'has the wrong form'); }
    else if (type === 'int') { if (!Number.isInteger(v) || v < (o.min ?? 0) || v > (o.max ?? 2e9)) throw bad('body.' + k, `must be an integer from ${o.min ?? 0} to ${o.max ?? 2e9}`); }
    else if (type === 'flag') { if (![0, 1, true, false].includes(v)) throw bad('body.' + k, 'must be a flag'); out[k] = v ? 1 : 0; continue; }
    else if (type === 'arr') { if (!Array.isArray(v)) throw bad('body.' + k, 'must be an array'); }
    else if (type === 'obj') { if (typeof v !== 'object' || Array.isArray(v)) throw bad('body.' + k, 'must be an object'); }
    out[k] = v;
  }
  return out;
}
// JWT, HS256
const SECRET = 'rowan-signing-secret-2026';
const b64 = (x) => Buffer.from(x).toString('base64url');
const sig = (s) => crypto.createHmac('sha256', SECRET).update(s).digest('base64url');
function sign(p) { const s = b64('{"alg":"HS256","typ":"JWT"}') + '.' + b64(JSON.stringify(p)); return s + '.' + sig(s); }
function verify(t) {
  const m = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(t); if (!m) return null;
  const want = sig(m[1] + '.' + m[2]); if (want.length !== m[3].length || !crypto.timingSafeEqual(Buffer.from(want), Buffer.from(m[3]))) return null;
  try { const p = JSON.parse(Buffer.from(m[2], 'base64url')); return p.exp > Date.now() / 1000 ? p : null; } catch { return null; }
}
const jwtOf = (id, email, name) => sign({ iss: 'https://auth.workers.example', aud: 'workers-user-api', sub: String(id), email, name, iat: 1767225600, exp: 4102444800, permissions: ['agents:read', 'agents:write', 'chats:read', 'chats:write', 'tools:run', 'billing:read', 'schedules:write', 'bundles:write'] });
// cron, five fields
const MON = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'], DOW = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
function parseCron(s) {
  const f = s.trim().split(/\s+/); if (f.length !== 5) return null;
  const R = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]], sets = [];
  for (let i = 0; i < 5; i++) {
    const set = new Set(), [lo, hi] = R[i];
    for (const part of f[i].split(',')) {
      const m = /^(\*|[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)(?:\/(\d{1,4}))?$/.exec(part); if (!m) return null;
      const num = (x) => { if (/^\d{1,4}$/.test(x)) return Number(x); const u = x.toUpperCase(); if (i === 3 && MON.includes(u)) return MON.indexOf(u) + 1; if (i === 4 && DOW.includes(u)) return DOW.indexOf(u); return NaN; };
      let a = lo, b = hi; const step = m[2] === undefined ? 1 : Number(m[2]); if (step < 1) return null;
      if (m[1] !== '*') { const [x, y] = m[1].split('-'); a = num(x); b = y !== undefined ? num(y) : m[2] !== undefined ? hi : a; }
      if (!(a >= lo && b <= hi && a <= b)) return null;
      for (let v = a; v <= b; v += step) set.add(i === 4 ? v % 7 : v);
    }
    sets.push(set);
  }
  sets.domAny = f[2].startsWith('*'); sets.dowAny = f[4].startsWith('*');
  return sets;
}
const cronDay = (c, d) => { const a = c[2].has(d.getUTCDate()), b = c[4].has(d.getUTCDay()); return c[3].has(d.getUTCMonth() + 1) && (c.domAny || c.dowAny ? a && b : a || b); };
const cronHit = (c, d) => cronDay(c, d) && c[1].has(d.getUTCHours()) && c[0].has(d.getUTCMinutes());
function cronNext(s, from = Date.now()) {
  const c = parseCron(s); if (!c) return null; const start = Math.floor(from / 60000) * 60000 + 60000;
  for (let k = 0, day = Math.floor(start / 864e5) * 864e5; k < 3700; k++, day += 864e5) {
    if (!cronDay(c, new Date(day))) continue;
    for (const h of [...c[1]].sort((a, b) => a - b)) for (const m of [...c[0]].sort((a, b) => a - b)) { const t = day + h * 36e5 + m * 6e4; if (t >= start) return now(t).slice(0, 19); }
  }
  return null;
}
function textToCron(text) {
  const t = text.trim().replace(/\s+/g, ' ');
  if (fault('text-to-cron-range-unchecked') ? /^[\d*\/,-]+( [\d*\/,-]+){4}$/.test(t) : parseCron(t)) return t;
  const macro = { '@hourly': '0 * * * *', '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@weekly': '0 0 * * 0', '@monthly': '0 0 1 * *', '@yearly': '0 0 1 1 *', '@annually': '0 0 1 1 *' }[t.toLowerCase()];
  if (macro) return macro;
  const l = t.toLowerCase(); let m;
  if (l === 'every minute') return '* * * * *';
  if ((m = /^every (\d{1,2}) minutes?$/.exec(l)) && m[1] >= 1 && m[1] <= 59) return `*/${Number(m[1])} * * * *`;
  if (l === 'hourly' || l === 'every hour') return '0 * * * *';
  if ((m = /^every (\d{1,2}) hours?$/.exec(l)) && m[1] >= 1 && m[1] <= 23) return `0 */${Number(m[1])} * * *`;
  const clock = (s) => { if (s === undefined) return [0, 0]; if (s === 'noon') return [12, 0]; if (s === 'midnight') return [0, 0]; const k = /^(\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(s); if (!k) return null; let h = Number(k[1]); const mi = Number(k[2] || 0); if (k[3]) { if (h < 1 || h > 12) return null; h = h % 12 + (k[3] === 'pm' ? 12 : 0); } return h > 23 || mi > 59 ? null : [h, mi]; };
  if ((m = /^(?:every |each |on )?(day|daily|weekdays?|weekends?|sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?)(?: at (.+))?$/.exec(l))) {
    const c = clock(m[2]); if (!c) return null; const w = m[1];
    const dow = w === 'day' || w === 'daily' ? '*' : w.startsWith('weekday') ? '1-5' : w.startsWith('weekend') ? '0,6' : String(DOW.indexOf(w.slice(0, 3).toUpperCase()));
    return `${c[1]} ${c[0]} * * ${dow}`;
  }
  return null;
}
module.exports = { fault, FAULT, HttpErr, bad, notFound, forbidden, now, sec, cursorOut, cursorIn, UUID, uuidParam, intParam, qOne, qInt, qNum, raw, jsonBody, take, sign, verify, jwtOf, parseCron, cronHit, cronNext, textToCron };
