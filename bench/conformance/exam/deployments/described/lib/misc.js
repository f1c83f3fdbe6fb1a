'use strict';
// Bundles, CLI sessions, schedules, the user, VIP codes.
const { readJwt } = require('./core.js');
const RANGES = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NICK = { '@hourly': '0 * * * *', '@daily': '0 0 * * *', '@weekly': '0 0 * * 0', '@monthly': '0 0 1 * *', '@yearly': '0 0 1 1 *' };
function field(text, [lo, hi]) {
  const set = new Set();
  for (const part of text.split(',')) {
    const m = /^(\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!m) return null;
    const a = m[1] === '*' ? lo : Number(m[2]), z = m[1] === '*' ? hi : m[3] != null ? Number(m[3]) : m[4] ? hi : a, step = m[4] ? Number(m[4]) : 1;
    if (a < lo || z > hi || a > z || step < 1) return null;
    for (let v = a; v <= z; v += step) set.add(hi === 7 ? v % 7 : v);
  }
  return set;
}
function parseCron(text) {
  const t = (NICK[text.trim()] || text).trim().split(/\s+/);
  if (t.length !== 5) return null;
  const f = t.map((x, k) => field(x, RANGES[k]));
  return f.includes(null) ? null : { text: t.join(' '), f, star: [t[2] === '*', t[4] === '*'] };
}
const fits = (c, d) => {
  const [m, h, dom, mon, dow] = c.f;
  if (!m.has(d.getUTCMinutes()) || !h.has(d.getUTCHours()) || !mon.has(d.getUTCMonth() + 1)) return false;
  const a = dom.has(d.getUTCDate()), b = dow.has(d.getUTCDay());
  return c.star[0] || c.star[1] ? a && b : a || b;
};
function nextAt(c, from) {
  let t = Math.floor(from / 6e4) * 6e4 + 6e4;
  for (let k = 0; k < 20000; k++) {
    const d = new Date(t);
    if (fits(c, d)) return t;
    t = c.f[1].has(d.getUTCHours()) && c.f[3].has(d.getUTCMonth() + 1) ? t + 6e4 : (Math.floor(t / 36e5) + 1) * 36e5;
  }
  return null;
}
function fromWords(text) {
  const s = text.trim().toLowerCase();
  if (/^every minute$/.test(s)) return '* * * * *';
  if (/^every hour$/.test(s)) return '0 * * * *';
  let m = /^every (\d{1,2}) (minutes|hours)$/.exec(s);
  if (m) return m[2] === 'minutes' ? `*/${m[1]} * * * *` : `0 */${m[1]} * * *`;
  m = /^every (day|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d\d))?)?$/.exec(s);
  if (m) return `${Number(m[3] || 0)} ${Number(m[2] || 0)} * * ${m[1] === 'day' ? '*' : DAYS.indexOf(m[1])}`;
  return text;
}
module.exports = (app) => {
  const { S, F, E, route, now, uuid: newId } = app;
  const uuid = { type: 'string', format: 'uuid' }, int = { type: 'integer' };
  // bundles
  const tools = (b) => b.tools.map((tool_id) => ({ tool_id }));
  const view = (b) => ({ bundle_id: F('bundle-id-text') ? String(b.bundle_id) : b.bundle_id, caption: b.caption, tools: tools(b), created_on: b.created_on });
  const row = (b) => ({ bundle_id: b.bundle_id, caption: b.caption, created_on: b.created_on });
  const bundle = (u, p, leak) => { const b = S.bundles.get(p.bundle_id); if (!b || (b.owner !== u.user_id && !leak)) throw new E(404, 'no such bundle'); return b; };
  const bp = { bundle_id: int }, nf = { 404: 'no such bundle' };
  route('GET', '/me/bundles', { auth: true, res: { 200: ['UserBundleSimplified'] } }, ({ u }) => [...S.bundles.values()].filter((b) => b.owner === u.user_id || F('bundles-of-everybody'))
    .map((b) => ({ bundle_id: b.bundle_id, caption: b.caption, toolCount: String(F('bundle-count-stale') ? b.atFirst ??= b.tools.length : b.tools.length) })));
  route('POST', '/me/bundles', { auth: true, res: { 200: 'UserBundle' } }, async ({ u }) => {
    if (F('bundle-race-one-id')) { const n = S.nextBundle; await app.pause(); S.nextBundle = n; }
    if (F('bundle-post-same') ) { const old = [...S.bundles.values()].find((b) => b.owner === u.user_id); if (old) return view(old); }
    const bundle_id = ++S.nextBundle, b = { bundle_id, owner: u.user_id, caption: `Bundle ${bundle_id}`, tools: [], created_on: now() };
    if (F('bundle-post-with-tools')) b.tools = [...S.bundles.values()].filter((x) => x.owner === u.user_id).pop()?.tools ?? [];
    S.bundles.set(bundle_id, b); return view(b);
  });
  route('GET', '/me/bundles/{bundle_id}', { auth: true, path: bp, res: { 200: 'UserBundle' }, err: nf }, ({ u, p }) => view(bundle(u, p, F('bundle-get-foreign'))));
  route('PUT', '/me/bundles/{bundle_id}', { auth: true, path: bp, body: 'UserBundleRequest', res: { 200: 'UserBundle' }, err: { 404: 'no such bundle', 409: 'a tool of the body does not exist' } }, ({ u, p, b: q }) => {
    const b = bundle(u, p, F('bundle-put-foreign'));
    if (q.tools && q.tools.some((t) => !app.tool(t))) throw new E(409, 'no such tool');
    if (F('bundle-put-not-kept')) return view({ ...b, caption: q.caption, tools: q.tools || b.tools });
    if (F('bundle-put-all')) for (const x of S.bundles.values()) if (x.owner === u.user_id) x.caption = q.caption;
    b.caption = q.caption; if (q.tools) b.tools = [...new Set(q.tools)];
    return view(b);
  });
  route('DELETE', '/me/bundles/{bundle_id}', { auth: true, path: bp, res: { 200: 'UserBundleRow' }, err: nf }, ({ u, p }) => {
    if (F('bundle-delete-unknown-200') && !S.bundles.has(p.bundle_id)) return { bundle_id: p.bundle_id, caption: '', created_on: 0 };
    const b = bundle(u, p, F('bundle-delete-foreign')); if (!F('bundle-delete-nothing')) S.bundles.delete(b.bundle_id); return row(b);
  });
  route('GET', '/me/bundles/{bundle_id}/tools', { auth: true, path: bp, res: { 200: ['UserBundleTool'] }, err: nf }, ({ u, p }) => { const b = bundle(u, p); return F('bundle-tools-none') ? [] : tools(b); });
  route('POST', '/me/bundles/{bundle_id}/tools', { auth: true, path: bp, body: 'UserBundleTool', res: { 200: 'UserBundleTool' }, err: { 404: 'no such bundle or tool' } }, ({ u, p, b: q }) => {
    if (!S.bundles.has(p.bundle_id) && F('bundle-tool-unknown-bundle')) return { tool_id: q.tool_id };
    const b = bundle(u, p);
    if (!app.tool(q.tool_id)) throw new E(404, 'no such tool');
    if (F('bundle-tool-replaces')) b.tools = [q.tool_id];
    else if (!b.tools.includes(q.tool_id) || F('bundle-tool-twice')) b.tools.push(q.tool_id);
    return { tool_id: q.tool_id };
  });
  route('DELETE', '/me/bundles/{bundle_id}/tools/{tool_id}', { auth: true, path: bp, res: { 200: 'UserBundleTool' }, err: { 404: 'no such bundle or tool' } }, ({ u, p }) => {
    const b = bundle(u, p), k = b.tools.indexOf(p.tool_id);
    if (k < 0 && F('bundle-tool-missing-200')) return { tool_id: p.tool_id };
    if (k < 0) throw new E(404, 'this tool is not in the bundle');
    if (F('bundle-tool-delete-all')) b.tools = []; else if (!F('bundle-tool-delete-nothing')) b.tools.splice(k, 1);
    return { tool_id: p.tool_id };
  });
  // CLI sessions
  const cview = (c) => ({ cli_auth_id: c.cli_auth_id, state: c.jwt ? 'ready' : 'waiting', expires_on: c.expires_on });
  const session = (id) => { const c = S.cli.get(id); if (!c || c.expires_on < Date.now()) throw new E(404, 'no such session'); return c; };
  route('POST', '/me/cli-auth', { auth: false, res: { 200: 'CliAuthModel' } }, () => {
    if (F('cli-session-shared')) { const c = [...S.cli.values()].pop(); if (c) return cview(c); }
    const c = { cli_auth_id: newId(), jwt: null, user: null, expires_on: Date.now() + 9e5 }; S.cli.set(c.cli_auth_id, c); return cview(c);
  });
  route('PUT', '/me/cli-auth/{cli_auth_id}', { auth: true, path: { cli_auth_id: uuid }, body: 'CliAuthInsertModel', res: { 200: 'CliAuthModel' }, err: { 403: "another user's session or JWT", 404: 'no such session' } }, ({ u, p, b }) => {
    if (F('cli-put-unknown-makes') && !S.cli.has(p.cli_auth_id)) S.cli.set(p.cli_auth_id, { cli_auth_id: p.cli_auth_id, jwt: null, user: null, expires_on: Date.now() + 9e5 });
    const c = session(p.cli_auth_id);
    if ((c.user !== null && c.user !== u.user_id && !F('cli-put-takes-over')) || readJwt(b.user_jwt) !== u.user_id) throw new E(403, 'not your session, or not your JWT');
    c.jwt = b.user_jwt; c.user = u.user_id; S.lastJwt = c.jwt; return cview(c);
  });
  route('GET', '/me/cli-auth/{auth_id}', { auth: false, path: { auth_id: uuid }, res: { 200: { type: ['string', 'null'] } }, err: { 404: 'no such session, or its JWT was consumed' } }, async ({ p }) => {
    const c = session(p.auth_id);
    if (F('cli-early-read-kills') && !c.jwt) { S.cli.delete(c.cli_auth_id); return null; }
    if (!c.jwt) return null;
    const jwt = F('cli-last-jwt') ? S.lastJwt : c.jwt;
    if (F('cli-race-both')) await app.pause();
    if (F('cli-consumed-late')) { c.reads = (c.reads || 0) + 1; if (c.reads < 2) return jwt; }
    if (!F('cli-not-consumed')) S.cli.delete(c.cli_auth_id);
    return F('cli-jwt-object') ? { user_jwt: jwt } : F('cli-jwt-cut') ? jwt.slice(0, 128) : jwt;
  });
  // schedules
  const sv = (s) => ({ schedule_id: s.schedule_id, chat_id: s.chat_id, cron: s.cron, paused: s.paused, remark: s.remark, next_at: s.paused ? null : nextAt(s.parsed, Date.now()), created_on: s.created_on });
  const sched = (u, p, leak) => { const s = S.schedules.get(p.schedule_id); if (!s || (s.owner !== u.user_id && !leak)) throw new E(404, 'no such schedule'); return s; };
  const cronOf = (t) => { const c = parseCron(t); if (!c) throw new E(400, 'invalid cron expression'); return c; };
  const sp = { schedule_id: uuid }, snf = { 404: 'no such schedule' };
  app.tick = () => {
    const d = new Date(), m = Math.floor(d / 6e4);
    if (S.minute === undefined) S.minute = m;
    if (m <= S.minute) return;
    S.minute = m;
    for (const s of S.schedules.values()) if (!s.paused && fits(s.parsed, d) && S.agents.has(s.chat_id)) {
      const run = app.newRun(s.owner, S.agents.get(s.chat_id)); app.runLog(run, 'scheduled', `by schedule ${s.schedule_id}`);
    }
  };
  route('GET', '/me/schedules', { auth: true, res: { 200: 'ScheduleListResponse' } }, ({ u }) => {
    let l = [...S.schedules.values()].filter((s) => s.owner === u.user_id || F('schedules-of-everybody'));
    if (F('schedules-one-per-chat')) l = [...new Map(l.map((s) => [s.chat_id, s])).values()];
    return { schedules: l.map(sv), total: String(l.length) };
  });
  route('POST', '/me/schedules', { auth: true, body: 'ScheduleRequest', res: { 200: 'Schedule' }, err: { 400: 'invalid cron expression', 403: 'chat missing or not yours' } }, ({ u, b }) => {
    const a = b.chat_id && S.agents.get(b.chat_id.toLowerCase());
    if (!a && F('schedule-missing-chat-500')) throw new Error('chat');
    if (!a || (a.owner !== u.user_id && !(F('schedule-public-chat') && a.is_public))) throw new E(403, 'the chat does not exist or is not yours');
    const c = F('schedule-any-cron') ? parseCron(b.cron) || { ...parseCron('0 0 1 1 *'), text: b.cron } : cronOf(b.cron);
    const s = { schedule_id: newId(), owner: u.user_id, chat_id: a.agent_id, cron: c.text, parsed: c, paused: b.paused ?? false, remark: b.remark ?? null, created_on: now() };
    if (F('schedule-cron-default')) { s.cron = '0 0 * * *'; s.parsed = parseCron(s.cron); }
    S.schedules.set(s.schedule_id, s);
    if (F('schedule-posted-twice')) { const t = { ...s, schedule_id: newId() }; S.schedules.set(t.schedule_id, t); }
    return sv(s);
  });
  route('GET', '/me/schedules/onboarding', { auth: true, res: { 200: 'ScheduleOnboarding' } }, ({ u }) => {
    if (F('onboarding-as-id')) throw app.invalid('path.schedule_id', 'should be a uuid');
    return { has_schedule: [...S.schedules.values()].some((s) => s.owner === u.user_id), ideas: [{ title: 'Every morning', cron: '0 8 * * *' }, { title: 'On Mondays', cron: '30 9 * * 1' }] };
  });
  route('GET', '/me/schedules/text-to-cron', { auth: true, query: { cron: { type: 'string', req: true } }, res: { 200: 'CronText' }, err: { 400: 'invalid cron expression' } }, ({ q }) => {
    const c = parseCron(fromWords(q.cron));
    if (!c) { if (F('text-to-cron-invalid-500')) throw new Error('cron'); if (F('text-to-cron-echoes')) return { cron: q.cron }; throw new E(400, 'invalid cron expression'); }
    if (F('text-to-cron-constant')) return { cron: '0 9 * * *' };
    return { cron: c.text };
  });
  route('GET', '/me/schedules/{schedule_id}', { auth: true, path: sp, res: { 200: 'Schedule' }, err: snf }, ({ u, p }) => {
    if (F('schedule-unknown-null') && !S.schedules.has(p.schedule_id)) return null;
    return sv(sched(u, p, F('schedule-get-foreign')));
  });
  route('PUT', '/me/schedules/{schedule_id}', { auth: true, path: sp, body: 'ScheduleUpdateRequest', res: { 200: 'Schedule' }, err: { 400: 'invalid cron expression', ...snf } }, ({ u, p, b }) => {
    const s = sched(u, p, F('schedule-put-foreign'));
    if (b.cron != null) { const c = cronOf(b.cron); if (F('schedule-put-cron-lost')) return { ...sv(s), cron: c.text }; s.cron = c.text; s.parsed = c; }
    if (b.paused != null) s.paused = b.paused;
    if ('remark' in b) s.remark = b.remark;
    if (F('schedule-put-new-id')) { S.schedules.delete(s.schedule_id); s.schedule_id = newId(); S.schedules.set(s.schedule_id, s); }
    return sv(s);
  });
  route('DELETE', '/me/schedules/{schedule_id}', { auth: true, path: sp, res: { 200: 'Schedule' }, err: snf }, ({ u, p }) => {
    const s = sched(u, p, F('schedule-delete-foreign')), out = sv(s);
    if (F('schedule-delete-nothing')) return out;
    if (F('schedule-delete-all-of-chat')) { for (const [k, x] of S.schedules) if (x.chat_id === s.chat_id) S.schedules.delete(k); }
    S.schedules.delete(s.schedule_id); return out;
  });
  // user, VIP codes
  route('GET', '/me/', { auth: true, res: { 200: 'UserWithTier' } }, ({ u }) => {
    if (F('me-of-first-reader')) u = S.meFirst ||= u;
    const out = { user_id: u.user_id, nick: u.nick, tier: F('me-tier-always-standard') ? 'standard' : u.tier, joined_on: u.joined_on };
    if (F('me-without-tier')) delete out.tier;
    return out;
  });
  const count = (u) => S.redeemed.filter((r) => r.user === u.user_id || F('vip-count-of-all')).length;
  route('GET', '/me/vip', { auth: true, res: { 200: 'VipCodeRedemptionCount' } }, ({ u }) => ({ redeemed: F('vip-count-stuck') ? S.vipFirst ??= count(u) : count(u) }));
  route('POST', '/me/vip', { auth: true, body: 'VipCodeRequest', res: { 200: 'VipCodeRedeemed' }, err: { 400: 'invalid code, own code, or already redeemed' } }, async ({ u, b }) => {
    const c = S.codes.get(b.code) || (F('vip-any-code') ? { code: b.code, owner: 0, bonus: 1 } : null);
    if (!c) throw new E(F('vip-unknown-404') ? 404 : 400, 'no such code');
    if (c.owner === u.user_id && !F('vip-own-code')) throw new E(400, 'this code is your own');
    if (S.redeemed.some((r) => r.code === c.code && (r.user === u.user_id || F('vip-once-for-all'))) && !F('vip-again')) throw new E(400, 'you have redeemed this code');
    if (F('vip-race')) await app.pause();
    const r = { user: u.user_id, code: c.code, redeemed_on: now() };
    S.redeemed.push(r); if (u.credits) u.credits.remaining += c.bonus;
    return { code: c.code, redeemed_on: r.redeemed_on, bonus: c.bonus };
  });
};
