'use strict';
// Router, validation, credentials: everything that the operation files share.
const crypto = require('node:crypto');
const SECRET = 'harbour-lantern-secret', HOOK_SECRET = 'psp-shared-secret';
const b64 = (x) => Buffer.from(x).toString('base64url');
const jwtFor = (sub) => {
  const head = b64(JSON.stringify({ alg: 'HS256', typ: 'JWT' })), pay = b64(JSON.stringify({ sub: String(sub), aud: 'harbour', exp: 4102444800 }));
  return `${head}.${pay}.${crypto.createHmac('sha256', SECRET).update(`${head}.${pay}`).digest('base64url')}`;
};
const readJwt = (t, checkSig = true) => {
  try {
    const [h, p, s] = t.split('.');
    if (checkSig && crypto.createHmac('sha256', SECRET).update(`${h}.${p}`).digest('base64url') !== s) return null;
    const c = JSON.parse(Buffer.from(p, 'base64url').toString());
    return c.exp > Date.now() / 1000 ? Number(c.sub) : null;
  } catch { return null; }
};
const hookSign = (body) => crypto.createHmac('sha256', HOOK_SECRET).update(body).digest('hex');
class E extends Error { constructor(status, text, extra) { super(text); this.status = status; this.extra = extra; } }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/;
const typeOk = (t, v) => t === 'null' ? v === null : t === 'array' ? Array.isArray(v) : t === 'object' ? v !== null && typeof v === 'object' && !Array.isArray(v)
  : t === 'integer' ? Number.isInteger(v) : typeof v === t;
function validate(schema, v, path, schemas, out = []) {
  if (schema.$ref) return validate(schemas[schema.$ref.split('/').pop()], v, path, schemas, out);
  if (schema.anyOf) {
    if (!schema.anyOf.some((s) => !validate(s, v, path, schemas, []).length)) out.push({ where: path, why: 'no alternative fits' });
    return out;
  }
  const bad = (why) => out.push({ where: path, why });
  if (schema.type) {
    const ts = [].concat(schema.type);
    if (!ts.some((t) => typeOk(t, v))) { bad(`should be ${ts.join(' or ')}`); return out; }
  }
  if (v === null) return out;
  if (schema.enum && !schema.enum.includes(v)) bad(`should be one of ${schema.enum.join(', ')}`);
  if (typeof v === 'string') {
    if (schema.minLength != null && v.length < schema.minLength) bad('too short');
    if (schema.maxLength != null && v.length > schema.maxLength) bad('too long');
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(v)) bad(`should match ${schema.pattern}`);
    if (schema.format === 'uuid' && !UUID.test(v)) bad('should be a uuid');
    if (schema.format === 'date-time' && (!DT.test(v) || Number.isNaN(Date.parse(v)))) bad('should be a date-time');
  }
  if (typeof v === 'number') {
    if (schema.minimum != null && v < schema.minimum) bad(`should be at least ${schema.minimum}`);
    if (schema.maximum != null && v > schema.maximum) bad(`should be at most ${schema.maximum}`);
  }
  if (Array.isArray(v) && schema.items) v.forEach((x, i) => validate(schema.items, x, `${path}.${i}`, schemas, out));
  if (typeOk('object', v)) {
    for (const k of schema.required || []) if (!(k in v)) out.push({ where: `${path}.${k}`, why: 'missing' });
    for (const [k, s] of Object.entries(schema.properties || {})) if (k in v) validate(s, v[k], `${path}.${k}`, schemas, out);
  }
  return out;
}
function coerce(schema, text) {
  const ts = [].concat(schema.type);
  if (ts.includes('integer')) return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  if (ts.includes('number')) return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (ts.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
const compile = (path) => {
  const names = [];
  const re = path.replace(/\{(\w+)\}/g, (_, n) => { names.push(n); return '([^/]+)'; });
  return { names, re: new RegExp(`^${re}$`) };
};
const ALPHA = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ulid = (ms) => {
  let s = ''; let t = ms;
  for (let i = 0; i < 10; i++) { s = ALPHA[t % 32] + s; t = Math.floor(t / 32); }
  for (const b of crypto.randomBytes(16)) s += ALPHA[b % 32];
  return s;
};
const readBody = (req) => new Promise((ok, no) => {
  const parts = []; let n = 0;
  req.on('data', (d) => { n += d.length; if (n > 4e6) { no(new E(413, 'too large')); req.destroy(); } else parts.push(d); });
  req.on('end', () => ok(Buffer.concat(parts))); req.on('error', no);
});
const bearer = (req) => { const m = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization || ''); return m ? m[1] : null; };
module.exports = { E, UUID, validate, coerce, compile, ulid, readBody, bearer, jwtFor, readJwt, hookSign, uuid: () => crypto.randomUUID(), crypto };
