// A light MVC framework: router, contexts, validation, errors.
import http from 'node:http';
import { F, now, verifyJwt } from './support.ts';
import { run } from './db.ts';
import { components, check } from './schemas.ts';
import { User, ApiKey, revokedKeys } from './models.ts';

export class HttpError extends Error {
  status: number; errors: any[]; headers: Record<string, string>;
  constructor(status: number, code: string, message: string, field: string | null = null, headers = {}) {
    super(message); this.status = status; this.errors = [{ code, message, field }]; this.headers = headers;
  }
}
export const fail = (status: number, code: string, message: string, field: string | null = null): never => { throw new HttpError(status, code, message, field); };
export const notFound = (what: string): never => fail(404, 'not_found', `${what} not found`);
export const invalid = (errors: any[]): never => { const e = new HttpError(422, 'invalid', 'Validation failed'); e.errors = errors; throw e; };

export type Ctx = { req: http.IncomingMessage; res: http.ServerResponse; params: any; query: any; body: any; raw: string; user: any; key?: any; port: number };
export type RouteSpec = {
  id: string; auth?: 'jwt' | 'none' | 'key'; params?: Record<string, any>; query?: Record<string, any>;
  body?: string; bodyOptional?: boolean; raw?: boolean; missing?: Record<string, number>;
  status?: number; answer?: any; errs?: number[]; tag?: string; stream?: string; headers?: string[]; deprecated?: boolean; summary?: string;
};
export type Route = { method: string; path: string; segs: string[]; spec: RouteSpec; handler: (c: Ctx) => any };
export const routes: Route[] = [];
const buckets = new Map<string, Route[]>();
export const NO_CONTENT = Symbol('no content');
export const SENT = Symbol('sent');

export function route(method: string, path: string, spec: RouteSpec, handler: (c: Ctx) => any) {
  const segs = path.split('/').slice(1);
  const r = { method, path, segs, spec, handler };
  routes.push(r);
  const k = method + segs.length;
  const list = buckets.get(k) ?? []; list.push(r);
  const rank = (x: Route) => x.segs.map((s) => (s[0] === '{' ? '1' : '0')).join('');
  list.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  buckets.set(k, list);
}
function match(method: string, segs: string[]): [Route, any] | null {
  for (const r of buckets.get(method + segs.length) ?? []) {
    let params: any = {}, ok = true;
    for (let i = 0; i < segs.length && ok; i++) {
      const s = r.segs[i];
      if (s[0] === '{') { if (segs[i] === '') ok = false; else params[s.slice(1, -1)] = segs[i]; }
      else if (s !== segs[i]) ok = false;
    }
    if (ok) return [r, params];
  }
  return null;
}
function readBody(req: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []; let n = 0;
    req.on('data', (d) => { n += d.length; if (n <= 2e6) parts.push(d); });
    req.on('end', () => n > 2e6 ? reject(new HttpError(413, 'too_large', 'The body is larger than 2 MB')) : resolve(Buffer.concat(parts).toString('utf8')));
    req.on('error', reject);
  });
}
export function sendJson(res: http.ServerResponse, status: number, value: any, headers: any = {}) {
  if (res.headersSent) { res.end(); return; }
  const text = JSON.stringify(value ?? null);
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store', ...headers });
  res.end(text);
}
const cast = (schema: any, text: string): any => {
  const t = [schema.type].flat();
  if (t.includes('null') && (text === '' || text === 'null')) return null;
  if (t.includes('integer')) return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  if (t.includes('number')) return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  if (schema.format === 'date-time') return text.replace(/ (\d\d:?\d\d)$/, '+$1');
  return text;
};
export const bearer = (req: http.IncomingMessage) => { const m = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? ''); return m ? m[1] : null; };
const unauthorized = (what: string) => new HttpError(401, 'unauthorized', what, null, { 'www-authenticate': 'Bearer' });

export const loggedOut = new Set<string>();
const stuck = new WeakMap<object, any>();
function nobody() {
  run("INSERT OR IGNORE INTO users (email, name, tier, credits, credits_at, created_at) VALUES ('', '', 'PRO', 0, ?, ?)", now(), now());
  return User.first("email = ''");
}
function authenticate(c: Ctx, mode: string) {
  const token = bearer(c.req);
  if (mode === 'key') {
    let key = token && ApiKey.authenticate(token);
    if (!key && token && F('revoked-key-still-good-on-ndjson') && c.req.url!.startsWith('/workers/ndjson/')) key = revokedKeys.get(token);
    if (!key) throw unauthorized('A valid API key is needed');
    c.user = User.find(key.user_id); c.key = key;
    return;
  }
  const claims = token && !loggedOut.has(token) ? verifyJwt(token) : null;
  c.user = claims ? User.find(Number(claims.sub)) : null;
  if (F('bearer-null-is-an-account') && (token === 'null' || token === 'undefined')) c.user = nobody();
  if (F('identity-sticks-to-the-connection') && token) { if (stuck.has(c.req.socket)) c.user = stuck.get(c.req.socket); else if (c.user) stuck.set(c.req.socket, c.user); }
  if (!c.user && mode === 'jwt') throw unauthorized('A valid JWT is needed');
}
async function dispatch(req: http.IncomingMessage, res: http.ServerResponse, port: number) {
  const raw = await readBody(req);
  const url = new URL(req.url ?? '/', 'http://x');
  let path = url.pathname;
  if (path === '/me') path = '/me/';
  let segs: string[];
  try { segs = path.split('/').slice(1).map(decodeURIComponent); } catch { return notFound('Route'); }
  const found = match(req.method ?? 'GET', segs);
  if (!found) {
    const allow = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => match(m, segs));
    if (allow.length) throw new HttpError(405, 'method_not_allowed', 'Method not allowed', null, { allow: allow.join(', ') });
    return notFound('Route');
  }
  const [r, params] = found, spec = r.spec;
  const c: Ctx = { req, res, params, query: {}, body: undefined, raw, user: null, port };
  authenticate(c, spec.auth ?? 'jwt');
  if (F('refused-call-costs-a-credit') && spec.auth === 'key' && req.method === 'POST') (req as any).payer = c.user.id;
  const errors: any[] = [];
  for (const [k, s] of Object.entries(spec.params ?? {})) { c.params[k] = cast(s, params[k]); check(s, c.params[k], k, errors); }
  for (const [k, s] of Object.entries<any>(spec.query ?? {})) {
    const given = url.searchParams.get(k);
    const v = given === null ? undefined : cast(s, given);
    if (v === undefined) { if (s.required) errors.push({ code: 'required', message: `${k} is required`, field: k }); c.query[k] = s.default ?? null; }
    else { check(s, v, k, errors); c.query[k] = v; }
  }
  if (errors.length) invalid(errors);
  if (spec.body) {
    const empty = raw.trim() === '';
    if (!(empty && spec.bodyOptional)) {
      try { c.body = JSON.parse(raw); } catch { invalid([{ code: 'json', message: 'The body is not JSON', field: null }]); }
      if (!(c.body === null && spec.bodyOptional)) {
        for (const [field, status] of Object.entries(spec.missing ?? {}))
          if (c.body && typeof c.body === 'object' && !Array.isArray(c.body) && (c.body[field] === undefined || c.body[field] === null))
            fail(status, 'missing', `${field} is missing`, field);
        check({ $ref: '#/components/schemas/' + spec.body }, c.body, '', errors);
        if (errors.length) invalid(errors);
      }
    }
    c.body ??= {};
  }
  const out = await r.handler(c);
  if (out === SENT) return;
  if (out === NO_CONTENT) { res.writeHead(204, { 'cache-control': 'no-store' }); res.end(); return; }
  sendJson(res, spec.status ?? 200, out);
}
export function serve(port: number, done: () => void) {
  const server = http.createServer((req, res) => {
    res.on('error', () => {});
    dispatch(req, res, port).catch((e) => {
      if ((req as any).payer) run('UPDATE users SET credits = credits - 1, credits_used = credits_used + 1, credits_at = ? WHERE id = ? AND credits > 0', now(), (req as any).payer);
      if (e instanceof HttpError) return sendJson(res, e.status, { errors: e.errors }, e.headers);
      console.error(e);
      sendJson(res, 500, { errors: [{ code: 'internal', message: 'Internal error', field: null }] });
    });
  });
  server.keepAliveTimeout = 30000;
  server.listen(port, '127.0.0.1', 1024, done);
  return server;
}
export { components };
