'use strict';
// What all routes share: errors, checks of input, the way from a handler to an answer.
const FAULT = process.env.FAULT || '';
const F = (id) => FAULT === id;

class HttpError extends Error {
  constructor(status, code, message) { super(message); this.status = status; this.code = code; }
}
class ValidationError extends Error {
  constructor(issues) { super('validation'); this.issues = issues; }
}
const fail = {
  bad: (m, code = 'bad_request') => { throw new HttpError(400, code, m); },
  unauthorized: (m = 'A valid bearer credential is needed.') => { throw new HttpError(401, 'unauthorized', m); },
  paid: (m) => { throw new HttpError(402, 'already_subscribed', m); },
  forbidden: (m = 'You may not do that.') => { throw new HttpError(403, 'forbidden', m); },
  missing: (what) => { throw new HttpError(404, 'not_found', `${what} not found.`); },
  conflict: (m) => { throw new HttpError(409, 'conflict', m); },
  status: (s, code, m) => { throw new HttpError(s, code, m); },
};
const invalid = (where, field, msg, type = 'value_error') => {
  throw new ValidationError([{ loc: [where, ...[].concat(field)], msg, type }]);
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isUuid = (s) => typeof s === 'string' && UUID.test(s);

// ---- path and query ----
function pathUuid(params, name) {
  const v = params[name];
  if (!isUuid(v)) invalid('path', name, 'must be a uuid', 'uuid_parsing');
  return v.toLowerCase();
}
function pathInt(params, name) {
  const v = params[name];
  if (!/^-?\d{1,40}$/.test(v)) invalid('path', name, 'must be an integer', 'int_parsing');
  const n = Number(v);
  return Number.isSafeInteger(n) ? n : -1;
}
const lower = (s) => String(s).toLowerCase();

function lastOf(q, name) { const v = q.getAll(name); return v.length ? v[v.length - 1] : undefined; }
function queryInt(q, name, { def, min, max }) {
  const v = lastOf(q, name);
  if (v === undefined) return def;
  if (!/^[+-]?\d{1,15}$/.test(v)) invalid('query', name, 'must be an integer', 'int_parsing');
  const n = Number(v);
  if (min !== undefined && n < min) invalid('query', name, `must be at least ${min}`, 'greater_than_equal');
  if (max !== undefined && n > max) invalid('query', name, `must be at most ${max}`, 'less_than_equal');
  return n;
}
function queryNumber(q, name, { def, min, max }) {
  const v = lastOf(q, name);
  if (v === undefined) return def;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(v)) invalid('query', name, 'must be a number', 'float_parsing');
  const n = Number(v);
  if (!(n >= min)) invalid('query', name, `must be at least ${min}`, 'greater_than_equal');
  if (!(n <= max)) invalid('query', name, `must be at most ${max}`, 'less_than_equal');
  return n;
}
function queryString(q, name, { required = false, min = 0, def } = {}) {
  const v = lastOf(q, name);
  if (v === undefined) { if (required) invalid('query', name, 'is required', 'missing'); return def; }
  if (v.length < min) invalid('query', name, `must have at least ${min} character(s)`, 'string_too_short');
  return v;
}
const DT = /^(\d{4})-(\d\d)-(\d\d)[Tt _](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;
function parseDateTime(s) {
  const m = DT.exec(s);
  if (!m) return null;
  const [, y, mo, d, h, mi, se = '0', fr = '', tz = 'Z'] = m;
  if (+mo < 1 || +mo > 12 || +h > 23 || +mi > 59 || +se > 59) return null;
  const days = new Date(Date.UTC(+y, +mo, 0)).getUTCDate();
  if (+d < 1 || +d > days) return null;
  let t = Date.UTC(+y, +mo - 1, +d, +h, +mi, +se) + (fr ? Number(fr) * 1000 : 0);
  if (tz !== 'Z' && tz !== 'z') {
    const o = /^([+-])(\d\d):?(\d\d)$/.exec(tz);
    if (+o[2] > 23 || +o[3] > 59) return null;
    if (!F('cursor-offset-dropped')) t -= (o[1] === '-' ? -1 : 1) * (+o[2] * 60 + +o[3]) * 60000;
  }
  return t;
}
// A "+" of an offset that the client forgot to escape arrives as a space.
function queryCursor(q, name, nullable) {
  const v = lastOf(q, name);
  if (v === undefined || (nullable && (v === '' || v === 'null'))) return null;
  const t = parseDateTime(v.replace(/ (\d\d:?\d\d)$/, (all, o, i) => (i > 11 ? '+' + o : all)));
  if (t === null) invalid('query', name, 'must be a date-time', 'datetime_parsing');
  return t;
}

// ---- bodies ----
const kinds = {
  string: (v) => typeof v === 'string' || 'must be a string',
  integer: (v) => Number.isSafeInteger(v) || 'must be an integer',
  number: (v) => typeof v === 'number' || 'must be a number',
  boolean: (v) => typeof v === 'boolean' || 'must be a boolean',
  array: (v) => Array.isArray(v) || 'must be an array',
  object: (v) => (v !== null && typeof v === 'object' && !Array.isArray(v)) || 'must be an object',
};
// spec: { field: { type, required, nullable, min, max, oneOf, minLength, maxLength, pattern } }
function checkFields(obj, spec, where = 'body') {
  const issues = [];
  const out = {};
  for (const [name, s] of Object.entries(spec)) {
    const v = Object.prototype.hasOwnProperty.call(obj, name) ? obj[name] : undefined;
    const say = (msg, type) => issues.push({ loc: [where, name], msg, type });
    if (v === undefined) { if (s.required) say('is required', 'missing'); continue; }
    if (v === null) { if (s.nullable) out[name] = null; else say('may not be null', s.type + '_type'); continue; }
    const ok = kinds[s.type](v);
    if (ok !== true) { say(ok, s.type + '_type'); continue; }
    if (s.oneOf && !s.oneOf.includes(v)) { say('must be one of ' + s.oneOf.join(', '), 'enum'); continue; }
    if (s.min !== undefined && v < s.min) { say(`must be at least ${s.min}`, 'greater_than_equal'); continue; }
    if (s.max !== undefined && v > s.max) { say(`must be at most ${s.max}`, 'less_than_equal'); continue; }
    if (s.minLength !== undefined && v.length < s.minLength) { say('is too short', 'string_too_short'); continue; }
    if (s.maxLength !== undefined && v.length > s.maxLength) { say('is too long', 'string_too_long'); continue; }
    if (s.pattern && !s.pattern.test(v)) { say('has a wrong form', 'string_pattern'); continue; }
    out[name] = v;
  }
  if (issues.length) throw new ValidationError(issues);
  return out;
}
function parseBody(raw) {
  if (!raw || raw.length === 0) return undefined;
  let text;
  try { text = new TextDecoder('utf-8', { fatal: true }).decode(raw); } catch { invalid('body', [], 'is not UTF-8', 'json_invalid'); }
  if (text.trim() === '') return undefined;
  try { return JSON.parse(text); } catch { return invalid('body', [], 'is not JSON', 'json_invalid'); }
}
function bodyObject(raw, { optional = false } = {}) {
  const v = parseBody(raw);
  if (optional && (v === undefined || v === null)) return {};
  if (v === undefined) invalid('body', [], 'is required', 'missing');
  if (v === null || typeof v !== 'object' || Array.isArray(v)) invalid('body', [], 'must be an object', 'model_type');
  return v;
}

const iso = (ms) => (ms === null || ms === undefined ? null : new Date(ms).toISOString());

function sendError(res, err) {
  if (res.headersSent) { res.destroy(err); return; }
  if (err instanceof ValidationError) {
    res.status(422).json({ error: { code: 'validation_failed', message: 'The request is not valid.' }, detail: err.issues });
  } else if (err instanceof HttpError) {
    if (err.status === 401) res.set('WWW-Authenticate', 'Bearer');
    res.status(err.status).json({ error: { code: err.code, message: err.message } });
  } else if (err && err.type === 'entity.too.large') {
    res.status(413).json({ error: { code: 'too_large', message: 'The body is too large.' } });
  } else if (err instanceof URIError) {
    res.status(422).json({ error: { code: 'validation_failed', message: 'The request is not valid.' }, detail: [{ loc: ['path'], msg: 'is not well encoded', type: 'path' }] });
  } else {
    if (!FAULT) console.error(err);
    res.status(500).json({ error: { code: 'internal', message: 'Something went wrong.' } });
  }
}

class Reply { constructor(status, body) { this.status = status; this.body = body; } }

function makeRouter(app, authenticate) {
  const known = [];
  // need: 'jwt' (401 without), 'maybe' (a JWT is looked at where there is one), 'none'
  function route(method, path, need, handler) {
    const re = new RegExp('^' + path.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+') + '/?$');
    known.push({ method: method.toUpperCase(), re });
    app[method](path, async (req, res) => {
      try {
        const i = req.originalUrl.indexOf('?');
        const ctx = {
          req, res, params: req.params, raw: Buffer.isBuffer(req.body) ? req.body : null,
          q: new URLSearchParams(i < 0 ? '' : req.originalUrl.slice(i + 1)),
          user: need === 'none' ? null : authenticate(req, need === 'jwt', path),
        };
        ctx.json = (o) => bodyObject(ctx.raw, o);
        const r = await handler(ctx);
        if (res.headersSent) return;
        if (r instanceof Reply) {
          if (r.body === undefined) res.status(r.status).end(); else res.status(r.status).json(r.body);
        } else res.status(200).json(r === undefined ? null : r);
      } catch (e) { sendError(res, e); }
    });
  }
  function fallback() {
    app.use((req, res) => {
      const hits = known.filter((k) => k.re.test(req.path)).map((k) => k.method);
      if (hits.length) {
        res.set('Allow', [...new Set(hits)].join(', '));
        res.status(405).json({ error: { code: 'method_not_allowed', message: 'This path does not take that method.' } });
      } else res.status(404).json({ error: { code: 'not_found', message: 'No such path.' } });
    });
    // eslint-disable-next-line no-unused-vars
    app.use((err, req, res, next) => sendError(res, err));
  }
  return { route, fallback };
}

module.exports = {
  F, FAULT, HttpError, ValidationError, fail, invalid, isUuid, pathUuid, pathInt, lower, lastOf,
  queryInt, queryNumber, queryString, queryCursor, checkFields, bodyObject, iso, Reply, makeRouter, sendError,
};
