// Router, bodies, validation.
import { PgError, invalid, format } from './db.mjs';
import { userOf } from './auth.mjs';

export class Reply { constructor(status, body, headers = {}) { Object.assign(this, { status, body, headers }); } }
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Service-Run-ID, x-service-job-id',
};
export const cors = CORS;

const routes = [];
// route('GET', '/me/x/{id:uuid}', { auth: true, body: 'object' | 'maybe' | 'raw' | undefined }, handler)
export function route(method, pattern, opts, handler) {
  const segs = pattern.split('/').slice(1).map((s) => {
    const m = /^\{(\w+)(?::(\w+))?\}$/.exec(s);
    return m ? { param: m[1], type: m[2] || 'text' } : s;
  });
  routes.push({ method, segs, opts: { auth: true, ...opts }, handler, fixed: segs.filter((s) => typeof s === 'string').length });
}
export function find(method, path) {
  const segs = path.split('/').slice(1);
  if (segs.length > 1 && segs[segs.length - 1] === '' && segs.length > 2) segs.pop();
  let best = null, allowed = new Set();
  for (const r of routes) {
    if (r.segs.length !== segs.length) continue;
    const params = {};
    let ok = true;
    for (let i = 0; i < segs.length; i++) {
      const s = r.segs[i];
      if (typeof s === 'string') { if (s !== segs[i]) { ok = false; break; } } else if (segs[i] === '') { ok = false; break; } else params[s.param] = segs[i];
    }
    if (!ok) continue;
    allowed.add(r.method);
    if (r.method === method && (!best || r.fixed > best.route.fixed)) best = { route: r, params };
  }
  return best || { allowed };
}

export function readBody(req, max = 4 << 20) {
  return new Promise((resolve, reject) => {
    const parts = [];
    let n = 0;
    req.on('data', (d) => { n += d.length; if (n > max) { parts.length = 0; reject(new PgError(413, '54000', 'body too large')); } else parts.push(d); });
    req.on('end', () => resolve(Buffer.concat(parts)));
    req.on('error', reject);
  });
}

export function send(res, status, body, headers = {}) {
  if (body === undefined || status === 204) {
    res.writeHead(status, { ...CORS, ...headers });
    return res.end();
  }
  const buf = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': buf.length, ...CORS, ...headers });
  res.end(res.req.method === 'HEAD' ? undefined : buf);
}

export async function handleUser(req, res, path, query) {
  try {
    const head = req.method === 'HEAD';
    const { route: r, params, allowed } = find(head ? 'GET' : req.method, path);
    if (!r) {
      if (allowed.size) return send(res, 405, new PgError(405, '42P17', 'method not allowed').body(), { allow: [...allowed].join(', ') });
      return send(res, 404, new PgError(404, 'PGRST125', 'invalid path').body());
    }
    const uid = userOf(req, { toolRun: r.opts.toolRun });
    const raw = await readBody(req);
    if (r.opts.auth && !uid) throw new PgError(401, 'PGRST301', 'JWT is missing, invalid or expired');
    for (const s of r.segs) {
      if (typeof s === 'string') continue;
      let v;
      try { v = decodeURIComponent(params[s.param]); } catch { throw invalid([{ loc: ['path', s.param], msg: 'malformed percent encoding' }]); }
      if (s.type === 'uuid') {
        if (!UUID.test(v)) throw invalid([{ loc: ['path', s.param], msg: `invalid input syntax for type uuid: "${v}"` }]);
        v = v.toLowerCase();
      }
      if (s.type === 'int') {
        if (!/^-?\d{1,15}$/.test(v)) throw invalid([{ loc: ['path', s.param], msg: `invalid input syntax for type bigint: "${v}"` }]);
        v = Number(v);
      }
      params[s.param] = v;
    }
    let body;
    if (r.opts.body === 'object' || r.opts.body === 'maybe') {
      const text = raw.toString('utf8');
      if (text.trim() === '') {
        if (r.opts.body === 'object') throw invalid([{ loc: ['body'], msg: 'a JSON object is required' }]);
        body = {};
      } else {
        try { body = JSON.parse(text); } catch { throw invalid([{ loc: ['body'], msg: 'invalid JSON' }]); }
        if (body === null && r.opts.body === 'maybe') body = {};
        if (body === null || typeof body !== 'object' || Array.isArray(body)) throw invalid([{ loc: ['body'], msg: 'a JSON object is required' }]);
      }
    }
    const out = await r.handler({ req, uid, params, query, body, raw, head });
    if (out instanceof Reply) return send(res, out.status, out.body, out.headers);
    return send(res, 200, out === undefined ? null : out);
  } catch (e) {
    if (e instanceof PgError) return send(res, e.status, e.body());
    console.error(e);
    if (!res.headersSent) send(res, 500, new PgError(500, 'XX000', 'internal error').body());
    else res.destroy();
  }
}

// shape(body, { name: 'text', chat_prompt: 'text!' }): the known columns that are there, checked
const checks = {
  text: (v) => typeof v === 'string',
  bool: (v) => typeof v === 'boolean',
  int: (v) => Number.isSafeInteger(v),
  pos: (v) => Number.isSafeInteger(v) && v >= 0,
  num: (v) => typeof v === 'number' && Number.isFinite(v),
  price: (v) => typeof v === 'number' && v >= 0 && v < 1e6,
  json: (v) => v !== null && typeof v === 'object',
  array: (v) => Array.isArray(v),
  texts: (v) => Array.isArray(v) && v.every((x) => typeof x === 'string'),
  uuid: (v) => typeof v === 'string' && UUID.test(v),
  visibility: (v) => v === 'public' || v === 'private',
};
export function shape(body, columns) {
  const out = {}, errors = [];
  for (const [name, spec] of Object.entries(columns)) {
    const m = /^(\w+)([!?]*)$/.exec(spec);
    const v = body[name];
    if (v === undefined || (v === null && !m[2].includes('?'))) {
      if (m[2].includes('!')) errors.push({ loc: ['body', name], msg: 'column is required' });
      else if (v === null) errors.push({ loc: ['body', name], msg: 'null value violates not-null constraint' });
      continue;
    }
    if (v !== null && !checks[m[1]](v)) errors.push({ loc: ['body', name], msg: `invalid input for type ${m[1]}` });
    else out[name] = v;
  }
  if (errors.length) throw invalid(errors);
  return out;
}

export function intQuery(query, name, { def, min = -Infinity, max = Infinity }) {
  const v = query.get(name);
  if (v === null || v === '') {
    if (v === '') throw invalid([{ loc: ['query', name], msg: 'an integer is required' }]);
    return def;
  }
  if (!/^[+-]?\d{1,12}$/.test(v.trim())) throw invalid([{ loc: ['query', name], msg: 'an integer is required' }]);
  const n = Number(v);
  if (n < min || n > max) throw invalid([{ loc: ['query', name], msg: `must be between ${min} and ${max}` }]);
  return n;
}
export function numQuery(query, name, { def, min, max }) {
  const v = query.get(name);
  if (v === null) return def;
  const n = Number(v);
  if (v.trim() === '' || !Number.isFinite(n) || n < min || n > max) throw invalid([{ loc: ['query', name], msg: `a number from ${min} to ${max} is required` }]);
  return n;
}
export function textQuery(query, name, min = 0) {
  const v = query.get(name);
  if (v === null || v.length < min) throw invalid([{ loc: ['query', name], msg: 'is required' }]);
  return v;
}
// a date-time of any usual form becomes text of our own form, which compares as text
export function cursorQuery(query, name = 'next_cursor') {
  const v = query.get(name);
  if (v === null || v === '' || v === 'null') return null;
  const m = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|z|[+ -]\d\d:?\d\d)?)?$/.exec(v);
  const zone = m && (!m[5] || /z/i.test(m[5]) ? 'Z' : m[5].replace(' ', '+').replace(/^(.\d\d):?(\d\d)$/, '$1:$2'));
  const ms = m ? Date.parse(`${m[1]}T${m[2] || '00:00'}:${m[3] || '00'}${zone}`) : NaN;
  if (Number.isNaN(ms)) throw invalid([{ loc: ['query', name], msg: `invalid input syntax for type timestamptz: "${v}"` }]);
  return format(ms * 1000 + Number((m[4] || '').padEnd(6, '0').slice(0, 6)));
}
