'use strict';
// node selftest.js [PORT]: walks all operations (at PORT, or at its own deployment), and without a port proves each fault. --write makes faults.json.
const http = require('node:http'), fs = require('node:fs'), crypto = require('node:crypto');
const { makeApp } = require('./lib/app.js'), { validate } = require('./lib/core.js');
const cfgText = fs.readFileSync(`${__dirname}/config.json`, 'utf8');
const { P } = require('./probes2.js');
function client(port, seen) {
  const cfg = JSON.parse(cfgText.replaceAll('PORT', port)), k = cfg.credentials;
  const agent = new http.Agent({ keepAlive: true });
  const send = (method, url, headers, body) => new Promise((ok, no) => {
    const q = http.request(url, { method, headers, agent }, (r) => {
      const parts = []; r.on('data', (d) => parts.push(d)); r.on('error', no);
      r.on('end', () => { const t = Buffer.concat(parts).toString('utf8'); let b = null; try { b = JSON.parse(t); } catch { /* a stream */ } ok({ s: r.statusCode, b, t, run: r.headers['x-service-run-id'], job: r.headers['x-service-job-id'] }); });
    });
    q.on('error', no); q.setTimeout(10000, () => q.destroy(new Error('late'))); q.end(body);
  });
  const c = { cfg, key: k.apiKey, okey: k.otherApiKey, jwt: k.jwt, who: { u: k.jwt, o: k.otherJwt, x: k.sandboxJwt }, uuid: () => crypto.randomUUID(), wait: (ms) => new Promise((ok) => setTimeout(ok, ms)), end: () => agent.destroy() };
  c.me = async (m, p, body, who = 'u') => {
    const h = who === 'n' ? {} : { authorization: `Bearer ${c.who[who] || who}` };
    if (body != null) h['content-type'] = 'application/json';
    const r = await send(m, cfg.baseUrl + p, h, body == null ? undefined : JSON.stringify(body));
    if (seen) seen(m, p, r);
    return r;
  };
  c.w = async (m, p, message, key = c.key) => {
    const r = await send(m, cfg.agentsUrl + p, { ...(key ? { authorization: `Bearer ${key}` } : {}), 'content-type': 'application/json' }, message == null ? undefined : JSON.stringify({ message }));
    if (seen) seen(m, p, r, true);
    return r;
  };
  c.hook = async (sig, body = cfg.fixtures.webhook.body) => {
    const w = cfg.fixtures.webhook, h = { 'content-type': 'application/json' }; if (sig) h[w.signatureHeader] = sig === 'ok' ? w.validSignature : sig;
    const r = await send('POST', `${cfg.baseUrl}/me/payments/webhook`, h, body); if (seen) seen('POST', '/me/payments/webhook', r); return r;
  };
  return c;
}
const start = (fault) => new Promise((ok) => { const app = makeApp(fault); app.server.listen(0, '127.0.0.1', () => ok({ app, port: app.server.address().port })); });
async function probe(fault, f) {
  const { app, port } = await start(fault), c = client(port);
  try { return await f(c); } catch (e) { return `error ${e.message}`; } finally { c.end(); app.close(); }
}
async function walk(port) {
  const doc = (await client(port).me('GET', '/openapi.json', null, 'n')).b, ops = [], bad = [];
  if (doc?.openapi !== '3.1.0') throw new Error('no document');
  for (const [p, item] of Object.entries(doc.paths)) for (const [m, op] of Object.entries(item)) if (m !== 'servers') ops.push({ m: m.toUpperCase(), p, op, w: !p.startsWith('/me'), re: new RegExp(`^${p.replace(/\{\w+\}/g, '[^/]+')}$`), hits: 0 });
  ops.sort((a, b) => (a.p.match(/\{/g) || []).length - (b.p.match(/\{/g) || []).length);
  const sees = (m, path, r, w = false) => {
    const p = path.split('?')[0], o = ops.find((x) => x.m === m && x.w === w && x.re.test(p));
    if (!o) return bad.push(`${m} ${p}: not in the document`);
    const resp = o.op.responses[r.s];
    if (!resp) return bad.push(`${m} ${p}: ${r.s} is not in the document ${r.t.slice(0, 100)}`);
    if (r.s < 300) o.hits++;
    const sch = resp.content?.['application/json']?.schema;
    if (sch) { const v = validate(sch, r.b, 'body', doc.components.schemas); if (v.length) bad.push(`${m} ${p} ${r.s}: ${JSON.stringify(v.slice(0, 2))}`); }
  };
  // Every probe against one deployment each would be dear; the walk uses its own requests.
  const c = client(port, sees), f = c.cfg.fixtures, a = (await c.me('POST', '/me/agents', { promptText: 'walk', is_public: true })).b.agent_id;
  const r = (await c.w('POST', `/${f.agentId}`, f.toolCallMessage.message)).run;
  await c.w('PUT', `/${f.agentId}/${r}`, f.message); await c.w('GET', `/${f.agentId}/${r}`); await c.w('POST', `/ndjson/${f.agentId}`, f.message); await c.w('PUT', `/ndjson/${f.agentId}/${r}`, f.message);
  const g = (p, who) => c.me('GET', p, null, who), W = (m, p, b, who) => c.me(m, p, b, who);
  for (const p of ['/me/', '/me/vip', '/me/agent-runs', `/me/agent-runs/${r}`, `/me/agent-runs/${r}/logs`, `/me/agent-runs/${r}/mcp-server-logs`, '/me/subscriptions', `/me/subscriptions/${f.subscribedAgentId}`, '/me/agents', `/me/agents/${a}`, '/me/agents/vanity/slug?slug=walk',
    `/me/agents/${a}/vibe?service_name=bolt`, '/me/vibe/services', `/me/agents/${a}/customizations/theme`, '/me/chats', `/me/chats/${a}`, `/me/chats/${a}/og`, '/me/api-keys', '/me/api-keys/default', '/me/billing', '/me/credits', '/me/monetization/summary', '/me/monetization/subscribers',
    '/me/monetization/earnings', '/me/schedules', '/me/schedules/onboarding', '/me/schedules/text-to-cron?cron=every+day+at+9', '/me/tools/list', '/me/tools', '/me/tools/search?q=text', '/me/tools/tl-103', '/me/toolsets/list', '/me/toolsets/letters', '/me/user-tools', '/me/bundles', '/me/agent-studio-chats']) await g(p);
  await W('POST', `/me/tools/run/${f.tool.name}`, f.tool.input); await W('POST', `/me/tools/run/${f.tool.name}`, f.tool.invalidInput);
  const x = (await g('/me/executions')).b.entries[0]; await g(`/me/executions/${x.log_id}`);
  for (const [n, i] of [['CREATE_CHAT', { email: 'a@b.c' }], ['CREATE_DEVICE', { model: 'm', nickname: 'n', app_version: 1, manufacturer: 'x' }], ['CREATE_PUSH', { type: 'note' }], ['LIST_PUSHES', {}], ['LIST_CHATS', {}], ['LIST_DEVICES', {}], ['GET_USER', {}], ['UPLOAD_REQUEST', { file_name: 'a', file_type: 'b' }]]) {
    const y = await W('POST', `/me/tools/run/NOTIFIER_${n}`, i); if (y.s !== 200) bad.push(`${n} ${y.s}`);
    const iden = y.b?.content && JSON.parse(y.b.content[0].text).iden, do2 = async (t, b2) => { const z = await W('POST', `/me/tools/run/NOTIFIER_${t}`, b2); if (z.s !== 200) bad.push(`${t} ${z.s} ${z.t}`); };
    if (n === 'CREATE_CHAT') { await do2('UPDATE_CHAT', { iden, muted: true }); await do2('DELETE_CHAT', { iden }); }
    if (n === 'CREATE_DEVICE') { await do2('UPDATE_DEVICE', { iden, nickname: 'z' }); await do2('DELETE_DEVICE', { device_iden: iden }); }
    if (n === 'CREATE_PUSH') { await do2('UPDATE_PUSH', { iden, dismissed: true }); await do2('DELETE_PUSH', { iden }); await do2('DELETE_ALL_PUSHES', {}); }
  }
  await W('POST', `/me/agents/${f.paidAgentId}/subscribe`, {}); await W('POST', `/me/agents/${f.unsubscribeAgentId}/unsubscribe`);
  const s = (await W('POST', '/me/agent-studio-chats', { caption: 'w' })).b.run_id, sp = `/me/agent-studio-chats/${s}`;
  await g(sp); await W('PUT', sp, { caption: 'x' }); await W('PATCH', sp, { notes: 'n' }); await W('POST', `${sp}/clone`); await W('DELETE', sp); await g(sp);
  await W('POST', `/me/agents/${a}/upsell-description`); await W('POST', '/me/agents/vanity/slug', { wish: 'Walk' }); await W('PUT', `/me/agents/${a}/customizations/theme`, { themeColor: '#aabbcc' }); await g(`/me/agents/${a}/customizations/theme`);
  const fp = `/me/agents/${a}/files`, fi = (await W('POST', fp, { label: 'l', text: 't' })).b.file_id; await g(fp); await g(`${fp}/${fi}`); await W('PATCH', `${fp}/${fi}`, { text: 'u' }); await W('PUT', `${fp}/positions`, { moves: [{ file_id: fi, position: 1 }] }); await W('DELETE', `${fp}/${fi}`);
  await W('POST', '/me/chats', { promptText: 'p' }); await W('PUT', `/me/chats/${a}`, { promptText: 'p2', is_public: true }); await W('PATCH', `/me/chats/${a}`, { displayTitle: 't' }); await W('POST', `/me/chats/${a}/clone`); await W('POST', `/me/chats/${a}/feedback`, { verdict: 'up' }); await W('POST', `/me/chats/${a}/runs`);
  const k = (await W('POST', '/me/api-keys', {})).b.api_key_id; await g(`/me/api-keys/${k}`); await W('DELETE', `/me/api-keys/${k}`); await W('POST', '/me/credits/use'); await c.hook('ok'); await c.hook(null); await W('POST', '/me/payments/sessions', { pack: 'small' });
  const b = (await W('POST', '/me/bundles')).b.bundle_id, bp = `/me/bundles/${b}`; await W('PUT', bp, { caption: `w${b}` }); await g(bp); await W('POST', `${bp}/tools`, { tool_id: 'tl-101' }); await g(`${bp}/tools`); await W('DELETE', `${bp}/tools/tl-101`); await W('DELETE', bp);
  const cl = (await W('POST', '/me/cli-auth', null, 'n')).b.cli_auth_id; await W('PUT', `/me/cli-auth/${cl}`, { user_jwt: c.jwt }); await g(`/me/cli-auth/${cl}`, 'n'); await g(`/me/cli-auth/${cl}`, 'n');
  const sc = (await W('POST', '/me/schedules', { chat_id: a, cron: f.cron })).b.schedule_id; await g(`/me/schedules/${sc}`); await W('PUT', `/me/schedules/${sc}`, { paused: true }); await g('/me/schedules'); await W('DELETE', `/me/schedules/${sc}`);
  await W('POST', '/me/user-tools', { tool_id: f.installableToolId }); await g(`/me/user-tools/${f.installableToolId}`); await g('/me/user-tools'); await W('DELETE', `/me/user-tools/${f.installableToolId}`);
  await W('POST', '/me/vip', { code: f.vipCode }); await W('POST', '/me/vip', { code: f.ownVipCode });
  await W('POST', '/me/agents', {}); await W('POST', '/me/agents', { promptText: 3 }); await g('/me/agents', 'n'); await g('/me/agent-runs?limit=x'); await g(`/me/agents/${f.privateAgentId}`); await W('DELETE', `/me/chats/${a}`); await g(`/me/chats/${a}`);
  await c.w('POST', `/${f.paidAgentId.replace(/21$/, '22')}`, f.message); await c.w('POST', `/${c.uuid()}`, 'x'); await c.w('POST', `/${f.agentId}`, null); c.end();
  for (const o of ops) if (!o.hits) bad.push(`${o.m} ${o.p}: never answered well`);
  console.log(`walk: ${ops.length} operations, ${bad.length} problems`); bad.forEach((y) => console.log('  ', y));
  return bad.length;
}
(async () => {
  const port = process.argv.slice(2).find((x) => /^\d+$/.test(x)), only = process.argv.find((x) => x.startsWith('--only='))?.slice(7);
  if (port) process.exit(await walk(port) ? 1 : 0);
  const own = await start(''); let bad = await walk(own.port); own.app.close();
  const names = new Set(fs.readFileSync(`${__dirname}/given/interface.md`, 'utf8').split('\n').flatMap((l) => { const y = /^\| (GET|POST|PUT|PATCH|DELETE) \| (\S+)/.exec(l); return y ? [`${y[1]} ${y[2]}`] : []; }));
  const used = new Set(), ids = new Set();
  for (const [id, op] of P) { if (ids.has(id)) { bad++; console.log('twice', id); } ids.add(id); for (const o of op) { used.add(o); if (!names.has(o)) { bad++; console.log('no such operation', id, o); } } }
  const code = fs.readdirSync(`${__dirname}/lib`).map((y) => fs.readFileSync(`${__dirname}/lib/${y}`, 'utf8')).join('');
  for (const y of code.matchAll(/F\('([a-z0-9-]+)'\)/g)) if (!ids.has(y[1]) && process.argv.includes('--unused')) console.log('unused', y[1]);
  const todo = P.filter((y) => !only || y[0] === only); let k = 0;
  const one = async () => { while (k < todo.length) { const [id, , , , , , f] = todo[k++]; const ok = await probe('', f), ko = await probe(id, f); if (ok !== true || ko !== false) { if (ok !== true || ko === true || !String(ko).startsWith('error')) bad++; console.log(`${id}: without ${ok}, with ${ko}`); } } };
  await Promise.all([one(), one(), one()]);
  if (process.argv.includes('--write')) fs.writeFileSync(`${__dirname}/faults.json`, `[\n${P.map(([id, operation, basis, needs, words, what]) => ` ${JSON.stringify({ id, operation: operation.length > 1 ? operation : operation[0], basis, needs, words, what })}`).join(',\n')}\n]\n`);
  console.log(`${P.length} faults (${P.filter((y) => y[2] === 'stated').length} stated), ${used.size} of ${names.size} operations have one; ${bad ? `${bad} problems` : 'all green'}`);
  process.exit(bad ? 1 : 0);
})();
