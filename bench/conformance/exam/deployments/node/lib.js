'use strict';
const crypto = require('node:crypto');
const FAULT = process.env.FAULT || '';
const F = (id) => FAULT === id;
const SECRET = 'fremdling-signing-secret-51';
const PAYSECRET = 'fremdling-pay-secret-77';

class Halt extends Error { constructor(status, text, extra) { super(text); this.status = status; this.extra = extra; } }
const halt = (status, text, extra) => { throw new Halt(status, text, extra); };
const bad = (field, problem) => halt(422, 'validation', [{ Field: field, Problem: problem }]);
class Reply { constructor(status, body, headers) { this.status = status; this.body = body; this.headers = headers; } }
const reply = (s, b, h) => new Reply(s, b, h);

let seq = 0;
function uuid() {
  const h = crypto.createHash('sha256').update('u' + (++seq)).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
const short = (p, n = 16) => p + crypto.createHash('sha256').update(p + (++seq)).digest('base64url').replace(/[-_]/g, 'x').slice(0, n);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
let lastMs = 0;
function now() { lastMs = Math.max(Date.now(), lastMs + 1); return new Date(lastMs).toISOString(); }
const day = (back) => new Date(Date.now() - back * 86400000).toISOString();

const b64 = (x) => Buffer.from(x).toString('base64url');
const mac = (x) => crypto.createHmac('sha256', SECRET).update(x).digest('base64url');
function jwtFor(sub) {
  const head = b64('{"typ":"JWT","alg":"HS256"}') + '.' + b64(JSON.stringify({ sub, aud: 'fremdling', iat: 1750000000, exp: 4000000000 }));
  return head + '.' + mac(head);
}
function jwtSub(token) {
  const p = String(token).split('.');
  if (p.length !== 3) return null;
  const want = Buffer.from(mac(p[0] + '.' + p[1])), got = Buffer.from(p[2]);
  if (want.length !== got.length || !crypto.timingSafeEqual(want, got)) return null;
  try {
    const c = JSON.parse(Buffer.from(p[1], 'base64url').toString());
    return c.exp * 1000 > Date.now() ? c.sub : null;
  } catch { return null; }
}
const paySig = (body) => crypto.createHmac('sha256', PAYSECRET).update(body).digest('hex');
const bearer = (req) => { const m = /^bearer +(\S+)\s*$/i.exec(req.headers.authorization || ''); return m ? m[1] : null; };

// typed reading of bodies and queries: null counts as left out
function field(body, name, type, opt = {}) {
  const v = body[name];
  if (v === undefined || v === null) { if (opt.need) bad('body.' + name, 'missing'); return undefined; }
  if (type === 'integer' ? !Number.isInteger(v) : type === 'array' ? !Array.isArray(v) : typeof v !== type) bad('body.' + name, 'must be ' + type);
  if (opt.in && !opt.in.includes(v)) bad('body.' + name, 'must be one of ' + opt.in.join(', '));
  if (opt.min !== undefined && v < opt.min) bad('body.' + name, 'too small');
  if (opt.max !== undefined && v > opt.max) bad('body.' + name, 'too large');
  if (opt.uuid && !UUID.test(v)) bad('body.' + name, 'must be a uuid');
  return v;
}
function qnum(q, name, def, min, max, int = true) {
  const v = q.get(name);
  if (v === null || v === '') return def;
  const n = Number(v);
  if (!Number.isFinite(n) || (int && !/^-?\d+$/.test(v)) || n < min || n > max) bad('query.' + name, `must be a number from ${min} to ${max}`);
  return n;
}
function page(rows, q, opt = {}) {
  let limit = Math.min(100, qnum(q, 'limit', opt.def || 30, 1, 1e9));
  let list = rows.slice().sort((a, b) => (a.Created < b.Created ? 1 : -1));
  const c = q.get('next_cursor');
  if (c !== null && c !== '' && c !== 'null') {
    const t = new Date(c.replace(/ (\d\d:\d\d)$/, '+$1'));
    if (Number.isNaN(+t)) bad('query.next_cursor', 'must be a date-time');
    const iso = t.toISOString();
    if (opt.sticky) limit = 30;
    list = list.filter((r) => (opt.overlap ? r.Created <= iso : r.Created < iso));
    if (opt.gap) list = list.slice(1);
  }
  if (opt.nolimit) limit = 1000;
  const part = list.slice(0, limit);
  return { part, next: list.length > limit ? part[part.length - 1].Created : null };
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const drop = (arr, x) => { const i = arr.indexOf(x); if (i >= 0) arr.splice(i, 1); };

module.exports = { FAULT, F, Halt, halt, bad, Reply, reply, uuid, short, UUID, now, day, jwtFor, jwtSub, paySig, bearer, field, qnum, page, sleep, drop };
