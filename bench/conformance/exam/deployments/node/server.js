'use strict';
const http = require('node:http');
const { F, FAULT, Halt, Reply, jwtSub, bearer, halt, bad, UUID } = require('./lib');
const { DB } = require('./seed');

if (FAULT && !Object.hasOwn(require('./scene-of.json'), FAULT)) { console.error('unknown FAULT ' + FAULT); process.exit(2); }
const routes = [];
// auth: 'jwt' (needed), 'open' (none declared; a valid JWT is still looked at)
function on(method, path, auth, fn) {
  const names = [];
  const re = new RegExp('^' + path.replace(/\{(\w+)(?::(\w+))?\}/g, (_, n, t) => { names.push([n, t]); return '([^/]+)'; }) + '$');
  routes.push({ method, path, re, names, auth, fn, fixed: !path.includes('{') });
}
require('./agents')(on);
require('./studio')(on);
require('./account')(on);
require('./tools')(on);
routes.sort((a, b) => b.fixed - a.fixed);
if (F('schedule-onboarding-shadowed')) { const i = routes.findIndex((r) => r.path === '/me/schedules/onboarding'); routes.push(...routes.splice(i, 1)); }
if (F('positions-path-405')) { const i = routes.findIndex((r) => r.path.endsWith('/files/positions')); routes.splice(i, 1); }
const work = require('./workers');

function readBody(req) {
  return new Promise((ok, no) => {
    const parts = []; let n = 0;
    req.on('data', (c) => { n += c.length; if (n > 8e6) { no(new Halt(413, 'too large')); req.destroy(); } else parts.push(c); });
    req.on('end', () => ok(Buffer.concat(parts).toString(F('body-latin1') ? 'latin1' : 'utf8'))); req.on('error', no);
  });
}
function send(res, status, body, headers = {}) {
  if (res.headersSent) { res.end(); return; }
  if (status === 204 || body === undefined) { res.writeHead(status, headers); res.end(); return; }
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length, ...headers });
  res.end(text);
}
const errBody = (e) => (e.status === 422 ? { Errors: e.extra || [], Text: e.message } : { Code: e.status, Text: e.message });
let firstUser = null;

async function userApi(req, res, path, q, raw) {
  let other = false;
  for (const r of routes) {
    const m = r.re.exec(path);
    if (!m) continue;
    if (r.method !== req.method) { other = true; continue; }
    const token = bearer(req), sub = token && jwtSub(token);
    let user = sub ? DB.users.find((u) => u.user_id === sub) : null;
    if (!user && r.auth === 'jwt') halt(403, 'not signed in');
    if (!user && r.auth === 'jwt401') halt(F('toolrun-no-jwt-403') ? 403 : 401, 'JWT invalid or missing');
    if (F('me-cached-first-user') && r.path === '/me/') { firstUser = firstUser || user; user = firstUser; }
    const p = {};
    r.names.forEach(([n, t], i) => {
      let v; try { v = decodeURIComponent(m[i + 1]); } catch { bad('path.' + n, 'bad encoding'); }
      if (t === 'uuid') { if (!UUID.test(v)) bad('path.' + n, 'must be a uuid'); v = v.toLowerCase(); }
      if (t === 'int') { if (!/^\d{1,15}$/.test(v)) bad('path.' + n, 'must be an integer'); v = Number(v); }
      p[n] = v;
    });
    const body = (need = true) => {
      if (raw.trim() === '') { if (need) bad('body', 'missing'); return {}; }
      let v; try { v = JSON.parse(raw); } catch { if (F('bad-json-500') && r.path === '/me/vip') halt(500, 'SyntaxError: Unexpected token'); bad('body', 'not JSON'); }
      if (v === null && !need) return {};
      if (typeof v !== 'object' || v === null || Array.isArray(v)) bad('body', 'must be an object');
      return v;
    };
    const out = await r.fn({ user, p, q, body, raw, req });
    if (out instanceof Reply) return send(res, out.status, out.body, out.headers);
    return send(res, 200, out === undefined ? null : out, F('agents-html-type') && r.path === '/me/agents' && r.method === 'GET' ? { 'content-type': 'text/html; charset=utf-8' } : {});
  }
  if (other) halt(405, 'method not allowed');
  halt(404, 'no such path');
}

const server = http.createServer(async (req, res) => {
  try {
    let url; try { url = new URL('http://x' + req.url); } catch { halt(400, 'bad path'); }
    let path = url.pathname;
    const raw = await readBody(req);
    if (path.startsWith('/call/')) return await work(req, res, path.slice(5), raw, send);
    if (path.startsWith('/srv/')) {
      path = path.slice(4);
      if (path === '/me') path = '/me/'; else if (path.length > 4 && path.endsWith('/')) path = path.slice(0, -1);
      return await userApi(req, res, path, url.searchParams, raw);
    }
    halt(404, 'no such path');
  } catch (e) {
    if (!(e instanceof Halt)) { console.error(e); e = new Halt(500, 'internal error'); }
    send(res, e.status, errBody(e), e.status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  }
});
server.keepAliveTimeout = 5000;
process.on('unhandledRejection', (e) => console.error(e));
server.listen(Number(process.argv[2] || 8080), '127.0.0.1', () => console.log('ready'));
