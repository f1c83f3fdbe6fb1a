import Hapi from '@hapi/hapi';
import { W, Problem, invalid, readJwt, fault, UUID } from './core.js';
import { check } from './schema.js';
import { routes, issueKey, tick } from './routes.js';
import { seed, usersById, USERS } from './people.js';
import { document } from './openapi.js';

const port = Number(process.env.PORT);
const verify = process.env.VERIFY_ANSWERS === '1';
const server = Hapi.server({ port, host: '127.0.0.1', compression: false, routes: { state: { parse: false, failAction: 'ignore' } }, debug: false });

const token = (req) => /^Bearer +(\S+)\s*$/i.exec(req.headers.authorization ?? '')?.[1];
const unauthenticated = () => new Problem(401, 'not-authenticated', 'A valid bearer credential is needed.');
const keyCache = new Map();
const whoHasKey = (key) => {
  if (fault('revoked-key-cached') && keyCache.has(key)) return keyCache.get(key);
  for (const k of W.keys.values()) if (k.key === key) { const u = usersById.get(k.ownerId); keyCache.set(key, u); return u; }
  return null;
};
const whoIs = (req, route) => {
  const t = token(req);
  if (route.auth === 'key') { const u = t && whoHasKey(t); if (!u) throw unauthenticated(); return u; }
  const claims = t && readJwt(t); const user = claims ? usersById.get(claims.sub) : null;
  if (!user && route.auth === 'jwt') { if (route.guest && !t) return USERS.sam; throw unauthenticated(); }
  return user;
};
const types = (s) => [].concat(s.type ?? []);
function coerce(name, where, schema, text, out) {
  let v = text;
  if (types(schema).includes('integer')) { if (!/^-?\d{1,15}$/.test(text)) { out.push({ path: `${where}/${name}`, message: 'must be integer' }); return undefined; } v = Number(text); }
  else if (types(schema).includes('number')) { if (text.trim() === '' || !Number.isFinite(Number(text))) { out.push({ path: `${where}/${name}`, message: 'must be number' }); return undefined; } v = Number(text); }
  else if (types(schema).includes('null') && (text === '' || text === 'null')) return null;
  if (schema.format === 'date-time') v = text.replace(/ (\d\d:?\d\d)$/, '+$1');
  const { required, ...rest } = schema;
  check(rest, v, `${where}/${name}`, out);
  return v;
}
const handle = (route) => async (req, h) => {
  try {
    const user = whoIs(req, route);
    const out = []; const params = {}; const query = {};
    for (const [k, s] of Object.entries(route.params ?? {})) { params[k] = coerce(k, 'path', s, req.params[k], out); if (s.format === 'uuid') params[k] = String(params[k]).toLowerCase(); }
    for (const [k, s] of Object.entries(route.query ?? {})) {
      const given = [].concat(req.query[k] ?? []).at(-1);
      if (given === undefined) { if (s.required) out.push({ path: `query/${k}`, message: 'is required' }); query[k] = s.default; } else query[k] = coerce(k, 'query', s, given, out);
    }
    const raw = Buffer.isBuffer(req.payload) ? req.payload : Buffer.alloc(0);
    let body;
    if (route.body && !route.rawBody) {
      if (raw.length === 0) { if (!route.bodyOptional) out.push({ path: 'body', message: 'is required' }); } else {
        try { body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)); check(route.body, body, 'body', out); } catch (e) { out.push({ path: 'body', message: 'must be JSON in UTF-8' }); }
      }
    }
    if (out.length) throw invalid(out);
    const answer = await route.handler({ user, params, query, body, raw, headers: req.headers, head: req.method === 'head', reply: (x) => h.response(x) });
    const made = answer === null && route.status === 204 ? h.response().code(204) : answer?.source !== undefined && answer?.headers ? answer : answer === null || typeof answer === 'string' ? h.response(JSON.stringify(answer)).type('application/json; charset=utf-8') : h.response(answer);
    if (route.status !== 204) made.code(route.status);
    if (verify && route.result && !route.result.headers) { const bad = check(route.result, made.source && typeof made.source === 'object' ? made.source : answer, 'answer', []); if (bad.length) { console.error(route.method, route.path, bad); throw new Error('answer'); } }
    return made.header('cache-control', 'no-store');
  } catch (e) {
    let p = e;
    if (!(e instanceof Problem)) { console.error(e); p = new Problem(500, 'internal-error', 'Something went wrong.'); }
    const r = h.response(p.body()).code(p.status).type('application/problem+json; charset=utf-8').header('cache-control', 'no-store');
    return p.status === 401 ? r.header('www-authenticate', 'Bearer') : r;
  }
};
for (const route of routes) {
  const path = (route.api === 'workers' ? '/agents' : '/api') + route.path;
  const options = route.method === 'GET' ? {} : { payload: { parse: false, output: 'data', maxBytes: 32 * 1024 * 1024 } };
  server.route({ method: route.method, path, options, handler: handle(route) });
  if (route.path === '/me/') server.route({ method: 'GET', path: '/api/me', handler: handle(route) });
}
const api = document(routes, port);
server.route({ method: 'GET', path: '/openapi.json', handler: (req, h) => h.response(api) });
server.ext('onPreResponse', (req, h) => {
  const r = req.response; if (!r.isBoom) return h.continue;
  const status = r.output.statusCode;
  if (status === 400) return h.response(invalid([{ path: 'path', message: 'cannot be decoded' }]).body()).code(422).type('application/problem+json; charset=utf-8');
  return h.response(new Problem(status, status === 404 ? 'no-such-path' : status === 413 ? 'body-too-large' : 'request-refused', r.message).body()).code(status).type('application/problem+json; charset=utf-8');
});
seed(issueKey);
setInterval(tick, 500);
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
await server.start();
console.log('ready');
