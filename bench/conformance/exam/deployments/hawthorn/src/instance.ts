/** An instance of the functions: takes a request, routes it to its handler, answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { createHash } from 'node:crypto';
import { FAULT, F, HttpError, readJwt } from './lib.js';
import { Ctx, Reply, STREAMED, match, readInput } from './router.js';
import { db, kv, listenQueue } from './db.js';
import { onMessage } from './queue.js';
import './routes/workers.js';
import './routes/runs.js';
import './routes/agents.js';
import './routes/files.js';
import './routes/chats.js';
import './routes/studio.js';
import './routes/account.js';
import './routes/bundles.js';
import './routes/schedules.js';
import './routes/tools.js';
import { openapi } from './openapi.js';

const post = (m: any) => parentPort!.postMessage(m);
const aborted = new Set<number>();
const running = new Set<number>();
/** a warm instance keeps the users it has seen */
const seen = new Map<string, any>();

async function userOf(token: string | null, path: string) {
  if (!token) return null;
  const claims = readJwt(token, !(F('tool-run-jwt-not-verified') && path.startsWith('/me/tools/run/')));
  if (!claims?.sub) return null;
  let u = seen.get(claims.sub);
  if (!u) {
    const r = await db.get('users', claims.sub);
    if (!r) return null;
    seen.set(claims.sub, (u = { ...r.d, user_id: r.id }));
  }
  return u;
}
async function keyUser(token: string | null) {
  if (!token) return null;
  const hash = createHash('sha256').update(token).digest('hex');
  const cached = F('deleted-key-in-kv') ? await kv.get(`key:${hash}`) : null;
  if (cached) return cached;
  const r = (await db.rows('SELECT * FROM keys WHERE parent=?', hash))[0];
  if (!r) return null;
  const u = await db.get('users', r.user_id);
  const user = { ...u!.d, user_id: u!.id };
  if (F('deleted-key-in-kv')) await kv.put(`key:${hash}`, user);
  return user;
}
function answer(c: Ctx, status: number, body: unknown, headers: Record<string, string> = {}, etag = false) {
  const h: Record<string, string> = { 'x-request-id': c.rid, 'access-control-allow-origin': '*', ...headers };
  if (status === 204) return post({ id: c.id, t: 'full', status, headers: h });
  const text = JSON.stringify(body === undefined ? null : body);
  h['content-type'] = 'application/json; charset=utf-8';
  h['cache-control'] = 'private, no-store';
  if (etag && status === 200) {
    const tag = `"${createHash('sha1').update(`${c.user?.user_id ?? ''}\n${c.url.pathname}\n${text}`).digest('base64url')}"`;
    h.etag = tag;
    h['cache-control'] = 'private, no-cache';
    if (c.headers['if-none-match'] === tag) {
      delete h['content-type'];
      return post({ id: c.id, t: 'full', status: 304, headers: h });
    }
  }
  const out = Buffer.from(text);
  h['content-length'] = String(out.length);
  post({ id: c.id, t: 'full', status, headers: h, body: out });
}
const problem = (c: Ctx, status: number, code: string, message: string, issues: unknown[] = [], headers = {}) =>
  answer(c, status, { ok: false, code, message, issues }, headers);

async function handle(m: any) {
  const c = m as Ctx;
  try {
    c.raw = Buffer.from(m.body);
    c.url = new URL(m.url, 'http://x');
  } catch {
    return problem(c, 400, 'bad_request', 'Malformed request target');
  }
  c.aborted = () => aborted.has(c.id);
  c.head = (status, headers) => post({ id: c.id, t: 'head', status, headers: { 'x-request-id': c.rid, 'cache-control': 'no-store', ...headers } });
  c.chunk = (data) => post({ id: c.id, t: 'chunk', data });
  c.end = () => post({ id: c.id, t: 'end' });
  if (c.method === 'OPTIONS')
    return post({ id: c.id, t: 'full', status: 204, headers: {
      'x-request-id': c.rid, 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'authorization,content-type', 'access-control-expose-headers': 'x-service-run-id,x-service-job-id' } });
  if (c.url.pathname === '/openapi.json' && c.method === 'GET') return answer(c, 200, openapi(workerData.origin));
  const path = c.url.pathname === '/me' ? '/me/' : c.url.pathname;
  const { op, args, allow } = match(c.method, path);
  if (!op) {
    if (allow.length) return problem(c, 405, 'method_not_allowed', 'Method not allowed', [], { allow: allow.join(', ') });
    return problem(c, 404, 'not_found', 'No such route');
  }
  try {
    const auth = /^bearer +(\S+) *$/i.exec(c.headers.authorization ?? '');
    c.token = auth ? auth[1] : null;
    c.user = op.auth === 'none' ? null : op.auth === 'key' ? await keyUser(c.token) : await userOf(c.token, path);
    if (!c.user && (op.auth === 'jwt' || op.auth === 'key'))
      return problem(c, 401, 'unauthorized', op.auth === 'key' ? 'Invalid or missing API key' : 'Invalid or missing JWT', [], { 'www-authenticate': 'Bearer' });
    readInput(op, c, args!);
    const r = await op.fn(c);
    if (r === STREAMED) return;
    if (r instanceof Reply) return answer(c, r.status, r.body, r.headers);
    answer(c, op.ok, r, {}, op.etag);
  } catch (e: any) {
    if (e instanceof HttpError) return problem(c, e.status, e.code, e.message, e.issues);
    console.error(FAULT, c.method, c.url.pathname, e);
    problem(c, 500, 'internal_error', 'Internal error');
  }
}
parentPort!.on('message', (m: any) => {
  if (m.abort) {
    if (running.has(m.id)) aborted.add(m.id);
    return;
  }
  running.add(m.id);
  handle(m).finally(() => {
    running.delete(m.id);
    aborted.delete(m.id);
  });
});
listenQueue(onMessage);
post('ready');
