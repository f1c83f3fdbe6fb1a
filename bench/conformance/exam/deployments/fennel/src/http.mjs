// Router, validation, credentials, envelopes.
import http from 'node:http';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { db, F, HttpError, nano, parseMicros, fail } from './redis.mjs';

export const routes = [];
export const SECRET = 'fennel-dev-secret';
export const route = (method, path, opts, handler) => {
  const parts = path.split('/').slice(1);
  routes.push({ method, path, parts, ...opts, handler, dynamic: parts.filter((p) => p[0] === '{').length });
};
const tree = new Map();
export function buildRouter() {
  for (const r of routes) {
    const k = r.method + r.parts.length;
    (tree.get(k) ?? tree.set(k, []).get(k)).push(r);
  }
  for (const list of tree.values()) list.sort((a, b) => a.dynamic - b.dynamic);
}
function find(method, parts) {
  for (const r of tree.get(method + parts.length) ?? []) {
    if (r.parts.every((p, i) => p[0] === '{' ? parts[i] !== '' : p === parts[i])) return r;
  }
  return null;
}

const b64 = (s) => Buffer.from(s).toString('base64url');
export const signJwt = (claims) => {
  const head = b64(JSON.stringify({ alg: 'HS256', typ: 'JWT' })) + '.' + b64(JSON.stringify(claims));
  return head + '.' + createHmac('sha256', SECRET).update(head).digest('base64url');
};
const jwts = new Map();
function readJwt(token) {
  if (jwts.has(token)) return jwts.get(token);
  const p = token.split('.');
  if (p.length !== 3) return null;
  const want = createHmac('sha256', SECRET).update(p[0] + '.' + p[1]).digest();
  const got = Buffer.from(p[2], 'base64url');
  if (got.length !== want.length || !timingSafeEqual(got, want)) return null;
  try {
    const claims = JSON.parse(Buffer.from(p[1], 'base64url').toString());
    if (typeof claims.sub !== 'string' || (claims.exp && claims.exp * 1000 < Date.now())) return null;
    jwts.set(token, claims.sub);
    return claims.sub;
  } catch { return null; }
}
const bearer = (req) => /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1] ?? null;
export async function jwtUser(req) {
  const t = bearer(req);
  return t ? readJwt(t) : null;
}
const keyCache = new Map();
export async function keyUser(req) {
  const t = bearer(req);
  if (!t) return null;
  if (F('worker-key-cache') && keyCache.has(t)) return keyCache.get(t);
  const v = await db.get('apikey:' + t);
  const user = v ? v.slice(v.indexOf('|') + 1) : null;
  if (F('worker-key-cache') && user) keyCache.set(t, user);
  return user;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (s) => typeof s === 'string' && UUID.test(s);
const invalid = (loc, message) => new HttpError(422, 'validation_error', 'The request is not valid', [{ path: loc, message }]);

function readQuery(spec, url) {
  const out = {};
  for (const [name, s] of Object.entries(spec)) {
    let v = url.get(name);
    if (v === null || (s.nullable && (v === '' || v === 'null'))) {
      if (s.required) throw invalid(['query', name], 'is required');
      out[name] = s.default ?? null;
      continue;
    }
    if (s.type === 'integer') {
      if (!/^-?\d{1,15}$/.test(v)) throw invalid(['query', name], 'must be an integer');
      v = Number(v);
    } else if (s.type === 'number') {
      if (!/^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(v)) throw invalid(['query', name], 'must be a number');
      v = Number(v);
    } else if (s.type === 'date-time') {
      const us = parseMicros(v.replace(' ', '+'));
      if (Number.isNaN(us)) throw invalid(['query', name], 'must be a date-time');
      v = us;
    } else {
      if (s.enum && !s.enum.includes(v)) throw invalid(['query', name], 'must be one of ' + s.enum.join(', '));
      if (s.minLength && [...v].length < s.minLength) throw invalid(['query', name], 'is too short');
    }
    const max = s.max !== undefined && F('monetization-period-366') && name === 'period' ? 366 : s.max;
    if (typeof v === 'number' && s.type !== 'date-time' && ((s.min !== undefined && v < s.min) || (max !== undefined && v > max))) throw invalid(['query', name], `must be from ${s.min} to ${s.max}`);
    out[name] = v;
  }
  return out;
}
async function readBody(req) {
  const chunks = []; let n = 0;
  for await (const c of req) { n += c.length; if (n > 4e6) fail(413, 'too_large', 'body too large'); chunks.push(c); }
  return Buffer.concat(chunks);
}

async function handle(req, res) {
  const requestId = nano('req_', 12);
  res.setHeader('x-request-id', requestId);
  try {
    const q = req.url.indexOf('?');
    let path = q < 0 ? req.url : req.url.slice(0, q);
    if (path === '/me') path = '/me/';
    let parts;
    try { parts = path.split('/').slice(1).map(decodeURIComponent); } catch { fail(404, 'not_found', 'no such path'); }
    const r = find(req.method, parts);
    if (!r) {
      for (const m of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) if (find(m, parts)) fail(405, 'method_not_allowed', `${req.method} is not allowed here`);
      fail(404, 'not_found', 'no such path');
    }
    const c = { req, res, requestId, params: {}, query: {}, body: null, user: null };
    if (r.auth === 'user' || r.auth === 'optional') c.user = await jwtUser(req);
    else if (r.auth === 'key') c.user = await keyUser(req);
    if (F('worker-get-open') && r.auth === 'key' && req.method === 'GET' && !c.user && !bearer(req)) c.user = '*';
    if (F('tool-run-open') && r.path === '/me/tools/run/{tool_name}' && !c.user) c.user = 'usr_0';
    if ((r.auth === 'user' || r.auth === 'key') && !c.user) {
      res.setHeader('www-authenticate', 'Bearer');
      fail(401, 'unauthorized', r.auth === 'key' ? 'API key is missing or not valid' : 'JWT is missing or not valid');
    }
    r.parts.forEach((p, i) => {
      if (p[0] !== '{') return;
      const name = p.slice(1, -1); const kind = r.params?.[name] ?? 'string';
      if (kind === 'uuid') { if (!isUuid(parts[i])) throw invalid(['path', name], 'must be a uuid'); c.params[name] = parts[i].toLowerCase(); }
      else if (kind === 'integer') {
        if (!/^-?\d{1,30}$/.test(parts[i])) throw invalid(['path', name], 'must be an integer');
        const n = Number(parts[i]); c.params[name] = Number.isSafeInteger(n) ? n : -1;
      } else c.params[name] = parts[i];
    });
    if (r.query) c.query = readQuery(r.query, new URLSearchParams(q < 0 ? '' : req.url.slice(q + 1)));
    if (r.body || r.raw) {
      const raw = await readBody(req);
      c.raw = raw;
      if (r.body && (raw.length || !r.bodyOptional)) {
        let value;
        try { value = JSON.parse(raw.toString('utf8')); } catch { throw invalid(['body'], 'must be JSON'); }
        if (value === null && r.bodyOptional) c.body = null;
        else {
          const p = r.body.safeParse(value);
          if (!p.success) throw new HttpError(422, 'validation_error', 'The request is not valid', p.error.issues.map((i) => ({ path: ['body', ...i.path], message: i.message })));
          c.body = p.data;
          c.given = value;
        }
      }
    } else req.resume();
    const out = await r.handler(c);
    if (res.headersSent) return;
    const status = c.status ?? r.status ?? 200;
    if (status === 204) { res.writeHead(204); res.end(); return; }
    const body = r.wrap === 'one' ? { data: out, requestId } : r.wrap === 'list' ? { data: out.items, page: { next: out.next ?? null, hasMore: Boolean(out.next) }, ...(out.extra ?? {}), requestId } : out;
    send(res, status, body);
  } catch (e) {
    if (res.headersSent) { console.error(e); res.destroy(); return; }
    if (!(e instanceof HttpError)) { console.error(req.method, req.url, e); e = new HttpError(500, 'internal_error', 'something went wrong'); }
    send(res, e.status, { error: { type: e.type, message: e.message, details: e.details }, requestId });
  }
}
function send(res, status, body) {
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length });
  res.end(text);
}
export function listen(port) {
  buildRouter();
  const server = http.createServer({ keepAliveTimeout: 30000 }, handle);
  server.listen({ port, host: '127.0.0.1', backlog: 511 });
}
