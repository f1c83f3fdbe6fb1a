'use strict';
// One deployment: its state, its routes, its request handling. makeApp(fault) gives a node:http server.
const http = require('node:http');
const { E, validate, coerce, compile, readBody, bearer, readJwt, uuid, ulid } = require('./core.js');
const schemas = require('./schemas.js');
const seed = require('./seed.js');
const BASE = '/platform', WORK = '/talk';
function makeApp(fault = '') {
  const F = (id) => fault === id;
  const app = { F, E, uuid, ulid, routes: [], last: 0, timers: new Set() };
  app.now = () => (app.last = Math.max(Date.now(), app.last + 1)); // never the same time twice
  app.after = (msec, f) => { const t = setTimeout(() => { app.timers.delete(t); f(); }, msec); app.timers.add(t); t.unref(); };
  app.pause = () => new Promise((ok) => setTimeout(ok, 20));
  app.S = seed(app);
  // op: {auth, path:{name:schema}, query:{name:schema}, body:name, bodyOptional, res:{status:schemaName|[name]|null}, err:{status:text}}
  app.route = (method, path, op, run) => app.routes.push({ method, path, op, run, ...compile(path) });
  for (const f of ['runs', 'agents', 'chats', 'money', 'misc', 'tools']) require(`./${f}.js`)(app);
  const workers = require('./workers.js')(app);
  const doc = require('./openapi.js')(app, schemas);

  const send = (res, status, body, headers = {}) => {
    if (status === 204) { res.writeHead(204, headers); return res.end(); }
    const text = JSON.stringify(body === undefined ? null : body);
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
    res.end(text);
  };
  app.send = send;
  const fail = (res, e) => {
    if (res.headersSent) return res.destroy();
    if (e instanceof E) return send(res, e.status, e.extra || { problem: e.message, status: e.status }, e.status === 401 ? { 'www-authenticate': 'Bearer realm="harbour"' } : {});
    if (!F('')) process.env.DEBUG && console.error(e); else console.error(e);
    send(res, 500, { problem: 'internal', status: 500 });
  };
  const invalid = (v) => new E(422, 'invalid', { problem: 'The request does not have the right form', violations: v });
  app.invalid = (where, why) => invalid([{ where, why }]);
  async function userApi(req, res, path, search) {
    let hit = null, params, other = false;
    for (const r of app.routes) {
      const m = r.re.exec(path);
      if (!m) continue;
      if (r.method !== req.method) { other = true; continue; }
      hit = r; params = m.slice(1); break;
    }
    if (!hit) throw new E(other ? 405 : 404, other ? 'method not allowed here' : 'no such path');
    const { op } = hit; const raw = await readBody(req);
    const tok = bearer(req);
    const id = tok ? readJwt(tok, !(F('billing-unsigned-jwt') && path === '/me/billing')) : null;
    let u = id && app.S.users.get(id) || null;
    const opName = `${hit.method} ${hit.path}`;
    if (F('cli-post-needs-login') && opName === 'POST /me/cli-auth' && !u) throw new E(401, 'log in');
    if (F('tools-need-login') && opName === 'GET /me/tools' && !u) throw new E(401, 'log in');
    if (F('agent-public-needs-login') && opName === 'GET /me/agents/{agent_id}' && !u) throw new E(401, 'log in');
    if (F('og-needs-login') && opName === 'GET /me/chats/{chat_id}/og' && !u) throw new E(401, 'log in');
    if (op.auth && !u) {
      const open = { 'tool-run-anonymous': 'POST /me/tools/run/{tool_name}', 'cli-put-anonymous': 'PUT /me/cli-auth/{cli_auth_id}', 'monetization-anonymous': 'GET /me/monetization/earnings',
        'upsell-anonymous': 'POST /me/agents/{agent_id}/upsell-description', 'vip-count-anonymous': 'GET /me/vip', 'bundle-tools-anonymous': 'GET /me/bundles/{bundle_id}/tools' };
      if (fault && open[fault] === opName) u = app.S.users.get(7001);
      else throw new E(401, 'a valid bearer JWT is needed');
    }
    const bad = [], p = {}, q = {};
    hit.names.forEach((n, k) => {
      let v; try { v = decodeURIComponent(params[k]); } catch { v = params[k]; }
      const sch = (op.path || {})[n] || { type: 'string' };
      p[n] = coerce(sch, v); validate(sch, p[n], `path.${n}`, schemas, bad);
      if (sch.format === 'uuid') p[n] = String(p[n]).toLowerCase();
    });
    const given = new URLSearchParams(search);
    for (const [n, sch] of Object.entries(op.query || {})) {
      if (!given.has(n)) { if (sch.req) bad.push({ where: `query.${n}`, why: 'missing' }); q[n] = sch.default ?? null; continue; }
      const v = given.get(n);
      if ([].concat(sch.type).includes('null') && (v === '' || v === 'null')) { q[n] = null; continue; }
      q[n] = coerce(sch, v);
      const lax = { 'search-limit-unbounded': ['/me/tools/search', 'limit'], 'period-366': ['/me/monetization/summary', 'period'], 'search-empty-q': ['/me/tools/search', 'q'], 'vibe-any-service': ['/me/agents/{agent_id}/vibe', 'service_name'], 'minscore-over-one': ['/me/tools/search', 'min_score'] }[fault];
      if (lax && lax[0] === hit.path && lax[1] === n) continue;
      validate(sch, q[n], `query.${n}`, schemas, bad);
    }
    if (F('cursor-crash') && hit.path === '/me/executions' && bad.length) throw new Error('cursor');
    let b = null;
    if (op.body) {
      const text = raw.toString('utf8');
      if (text.trim() === '' && op.bodyOptional) b = null;
      else { try { b = JSON.parse(text); } catch { bad.push({ where: 'body', why: 'not JSON' }); } }
      if (!bad.length && !(b === null && op.bodyOptional)) validate(schemas[op.body], b, 'body', schemas, bad);
      if (F('clone-needs-body') && hit.path === '/me/chats/{chat_id}/clone' && b === null) bad.push({ where: 'body', why: 'missing' });
    }
    if (bad.length) {
      if (F('text-to-cron-optional') && hit.path === '/me/schedules/text-to-cron') return send(res, 200, { cron: '* * * * *' });
      if (F('apikey-id-text-crash') && hit.path === '/me/api-keys/{api_key_id}') throw new Error('NaN');
      throw invalid(bad);
    }
    const r = await hit.run({ u, p, q, b: b ?? (op.bodyOptional ? null : {}), req, raw, host: req.headers.host });
    if (r && r.__status) return send(res, r.__status, r.body);
    send(res, 200, r);
  }
  app.status = (st, body) => ({ __status: st, body });
  const server = http.createServer(async (req, res) => {
    try {
      const cut = req.url.indexOf('?');
      let path = cut < 0 ? req.url : req.url.slice(0, cut);
      const search = cut < 0 ? '' : req.url.slice(cut + 1);
      if (path.startsWith(`${WORK}/`)) return await workers(req, res, path.slice(WORK.length));
      if (path === `${BASE}/openapi.json`) return send(res, 200, doc(req.headers.host));
      if (path.startsWith(`${BASE}/me`)) {
        path = path.slice(BASE.length);
        path = path === '/me' || path === '/me/' ? '/me/' : path.replace(/\/$/, '');
        return await userApi(req, res, path, search);
      }
      throw new E(404, 'nothing here');
    } catch (e) { fail(res, e); }
  });
  server.keepAliveTimeout = 5000;
  const tick = setInterval(() => app.tick(), 1000); tick.unref();
  app.server = server;
  app.close = () => { clearInterval(tick); for (const t of app.timers) clearTimeout(t); server.closeAllConnections?.(); server.close(); };
  return app;
}
module.exports = { makeApp, BASE, WORK };
