'use strict';
// The user, API keys, billing, credits, payments, subscriptions, monetization, VIP codes, CLI sessions, schedules.
const { F, halt, bad, short, uuid, UUID, now, field, qnum, drop, jwtSub, bearer, paySig, sleep } = require('./lib');
const { DB } = require('./seed');
const findAgent = (id) => DB.agents.find((a) => a.agent_id === String(id).toLowerCase());

// cron: five fields, * , - / and numbers
const RANGE = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
function cronOf(text) {
  const t = String(text).trim().toLowerCase().replace(/\s+/g, ' ');
  let m;
  if (t === 'every hour') return '0 * * * *';
  if (t === 'every minute') return '* * * * *';
  if ((m = /^every day at (\d{1,2})(?::(\d\d))?$/.exec(t)) && +m[1] < 24 && +(m[2] || 0) < 60) return `${+(m[2] || 0)} ${+m[1]} * * *`;
  if ((m = /^every (sun|mon|tues|wednes|thurs|fri|satur)day at (\d{1,2})$/.exec(t)) && +m[2] < 24) return `0 ${+m[2]} * * ${['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'].indexOf(m[1])}`;
  const f = t.split(' ');
  if (f.length !== 5) return null;
  for (let i = 0; i < 5; i++) for (const part of f[i].split(',')) {
    const x = /^(\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!x || (x[4] !== undefined && +x[4] < 1)) return null;
    const [lo, hi] = RANGE[i];
    if (x[2] !== undefined && (+x[2] < lo || +x[2] > hi)) return null;
    if (x[3] !== undefined && (+x[3] > hi || +x[3] < +x[2])) return null;
  }
  return t;
}
function due(cron, d) {
  const v = [d.getUTCMinutes(), d.getUTCHours(), d.getUTCDate(), d.getUTCMonth() + 1, d.getUTCDay()];
  return cron.split(' ').every((f, i) => f.split(',').some((part) => {
    const [, s, a, b, step] = /^(\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    let lo = RANGE[i][0], hi = RANGE[i][1];
    if (s !== '*') { lo = +a; hi = b !== undefined ? +b : step ? hi : lo; }
    const x = i === 4 && v[4] === 0 && lo === 7 ? 7 : v[i];
    return x >= lo && x <= hi && (x - lo) % (+step || 1) === 0;
  }));
}
let minute = Math.floor(Date.now() / 60000);
setInterval(() => {
  const m = Math.floor(Date.now() / 60000);
  if (m === minute) return;
  minute = m;
  for (const s of DB.schedules) {
    const a = findAgent(s.chat_id);
    if (a && s.Active && due(s.cron, new Date(m * 60000))) { const r = require('./workers').newRun(s.owner, a); r.logs.push({ run_id: r.run_id, agent_id: a.agent_id, Kind: 'schedule', Form: 'none', At: r.Created }); }
  }
}, 1000).unref();

module.exports = (on) => {
  on('GET', '/me/', 'jwt', ({ user }) => ({ user_id: user.user_id, Mail: user.Mail, Shown: user.Shown, ...(F('me-no-tier') ? {} : { Tier: user.Tier }) }));

  // API keys
  const hid = (k) => ({ api_key_id: k.api_key_id, Label: k.Label, Default: k.Default, meta: { Created: k.Created } });
  const full = (k) => ({ ...hid(k), Key: k.Key });
  const keys = (u) => DB.keys.filter((k) => k.owner === u.user_id);
  const newKey = (u, Label, Default) => { const k = { api_key_id: DB.nextKey++, owner: u.user_id, Label, Key: short('fk.', 24), Default, Created: now() }; DB.keys.push(k); return k; };
  const K = '/me/api-keys';
  on('GET', K, 'jwt', ({ user }) => (F('keys-list-foreign') ? DB.keys : keys(user)).map(F('keys-list-shows-key') ? full : hid));
  on('POST', K, 'jwt', ({ user, body }) => {
    const Label = field(body(false), 'Label', 'string') || '';
    if (F('key-post-same-again') && keys(user).length > 1) return full(keys(user)[1]);
    const k = newKey(user, Label, false);
    if (F('key-post-steals-default')) { for (const x of keys(user)) x.Default = x === k; }
    if (F('key-post-hidden')) return hid(k);
    return full(k);
  });
  on('GET', K + '/default', 'jwt', ({ user }) => {
    if (F('key-default-shadowed')) bad('path.api_key_id', 'must be an integer');
    if (F('key-default-always-new')) return full(newKey(user, 'default', true));
    if (F('key-default-newest')) return full(keys(user).pop());
    return full(keys(user).find((k) => k.Default) || newKey(user, 'default', true));
  });
  const key = (user, p, loose) => DB.keys.find((k) => k.api_key_id === p.api_key_id && (k.owner === user.user_id || loose)) || halt(F('key-unknown-500') ? 500 : 404, 'no such key');
  on('GET', K + '/{api_key_id:int}', 'jwt', ({ user, p }) => {
    const k = key(user, p, F('key-get-foreign')), o = full(k);
    if (F('key-get-value-differs')) o.Key = o.Key.slice(0, -1) + '0';
    return o;
  });
  on('DELETE', K + '/{api_key_id:int}', 'jwt', ({ user, p }) => {
    const k = key(user, p, F('key-delete-foreign'));
    if (!F('key-delete-still-listed')) drop(DB.keys, k);
    if (F('key-delete-takes-all')) DB.keys = DB.keys.filter((x) => x.owner !== user.user_id || x.Default);
    (DB.deadKeys = DB.deadKeys || []).push(k);
    return F('key-delete-shows-key') ? full(k) : hid(k);
  });

  on('GET', '/me/billing', 'jwt', ({ user }) => {
    if (F('billing-other-user')) user = DB.users[1];
    return { Plan: user.Tier === 'sandbox' ? 'none' : 'studio-monthly', Customer: 'cus_' + user.user_id.slice(4), Since: user.Tier === 'sandbox' ? null : '2026-02-01' };
  });
  const cr = (user) => DB.credits.get(user.user_id) || halt(F('credits-none-500') ? 500 : 404, 'credits not found');
  const crOut = (c) => ({ Balance: c.Balance, Spent: c.Spent });
  on('GET', '/me/credits', 'jwt', ({ user }) => {
    if (F('credits-none-zero') && !DB.credits.get(user.user_id)) return { Balance: 0, Spent: 0 };
    const c = cr(user); if (F('credits-stale')) { c.first = c.first || crOut(c); return c.first; }
    return crOut(F('credits-of-first-user') ? DB.credits.values().next().value : c);
  });
  on('POST', '/me/credits/use', 'jwt', async ({ user }) => {
    const c = cr(user);
    if (c.Balance < 1) halt(404, 'no credits left');
    if (F('credits-use-not-stored')) return { Balance: c.Balance - 1, Spent: c.Spent + 1 };
    if (F('credits-use-race')) { const b = c.Balance; await sleep(8); c.Balance = b - 1; c.Spent++; return crOut(c); }
    if (F('credits-use-from-all')) { for (const x of DB.credits.values()) x.Balance--; c.Spent++; return crOut(c); }
    c.Balance -= F('credits-use-adds') ? -1 : 1; c.Spent++;
    return crOut(c);
  });
  on('POST', '/me/payments/webhook', F('webhook-needs-login') ? 'jwt' : 'open', ({ raw, req }) => {
    const sig = req.headers['x-pay-sig'];
    if (sig === undefined && F('webhook-unsigned-ok')) return { Taken: true };
    if (sig === undefined) halt(F('webhook-unsigned-500') ? 500 : 400, 'signature missing');
    if (sig !== paySig(raw) && !F('webhook-signature-unchecked')) halt(400, 'signature does not fit');
    let e; try { e = JSON.parse(raw); } catch { halt(400, 'event is not JSON'); }
    if (!e || typeof e.id !== 'string' || typeof e.kind !== 'string') halt(400, 'not an event');
    if (DB.events.has(e.id) && !F('webhook-replayed')) { if (F('webhook-repeat-500')) halt(500, 'duplicate key'); return { Taken: true }; }
    DB.events.add(e.id);
    if (e.kind === 'credits.bought' && DB.credits.has(e.user) && !F('webhook-no-effect')) DB.credits.get(F('webhook-credits-wrong-user') ? DB.users[1].user_id : e.user).Balance += e.credits;
    if (e.kind === 'checkout.paid') {
      const c = DB.checkouts.find((x) => x.Session === e.session);
      if (c) { const o = DB.subs.find((s) => s.user === c.user && s.agent_id === c.agent_id); if (o) drop(DB.subs, o); DB.subs.push({ user: c.user, agent_id: c.agent_id, Status: 'active', PayRef: short('psub_', 8), Created: now(), Ended: null }); DB.earnings.push({ agent_id: c.agent_id, Cents: c.Cents, At: now() }); }
    }
    return { Taken: true };
  });
  on('POST', '/me/payments/sessions', 'jwt', ({ user, body }) => {
    const n = field(body(), 'Credits', 'integer', { min: 1, max: 100000 }) || 100;
    if (F('payment-session-shared') && DB.sessions.length) { const s = DB.sessions[0]; return { Session: s.Session, Url: 'https://pay.fremdling.example/s/' + s.Session, Cents: s.n * 2 }; }
    const s = { Session: short('ps_'), user: user.user_id, n }; DB.sessions.push(s);
    return { Session: s.Session, Url: 'https://pay.fremdling.example/s/' + s.Session, Cents: n * 2 };
  });

  // subscriptions: a checkout becomes a subscription by the webhook; cancelled ones stay to be seen
  const subOut = (s) => ({ agent_id: s.agent_id, Status: s.Status, meta: { Created: s.Created, Ended: s.Ended } });
  const subOf = (user, id) => DB.subs.find((s) => s.user === user.user_id && s.agent_id === String(id).toLowerCase());
  on('POST', '/me/agents/{agent_id}/subscribe', 'jwt', ({ user, p, body }) => {
    field(body(false), 'ReturnTo', 'string');
    const a = findAgent(p.agent_id);
    if (!a || (a.visibility === 'private' && a.owner !== user.user_id)) halt(404, 'no such agent');
    if (!a.Price && !F('subscribe-free-agent')) halt(F('subscribe-free-402') ? 402 : 400, 'this agent is not paid');
    if (a.owner === user.user_id && !F('subscribe-own-agent')) halt(F('subscribe-own-403') ? 403 : 400, 'this is your own agent');
    const s = subOf(user, a.agent_id);
    if (s && s.Status === 'active' && !F('subscribe-twice')) halt(F('subscribe-twice-400') ? 400 : 402, 'already subscribed');
    const c = { Session: short('co_'), user: user.user_id, agent_id: a.agent_id, Cents: a.Price }; DB.checkouts.push(c);
    return { agent_id: a.agent_id, Checkout: { Session: c.Session, Url: 'https://pay.fremdling.example/c/' + c.Session } };
  });
  on('POST', '/me/agents/{agent_id}/unsubscribe', 'jwt', ({ user, p }) => {
    const a = findAgent(p.agent_id) || (F('unsubscribe-unknown-200') ? { agent_id: p.agent_id } : halt(404, 'no such agent'));
    let s = subOf(user, a.agent_id);
    if (!s && F('unsubscribe-without-200')) return { agent_id: a.agent_id, Status: 'cancelled', meta: { Created: null, Ended: now() } };
    if ((!s || s.Status !== 'active') && !(s && F('unsubscribe-again-200'))) { if (F('unsubscribe-unknown-200') && !findAgent(p.agent_id)) return { agent_id: p.agent_id, Status: 'cancelled' }; halt(400, 'no active subscription'); }
    const all = F('unsubscribe-all') ? DB.subs.filter((x) => x.user === user.user_id) : F('unsubscribe-for-everyone') ? DB.subs.filter((x) => x.agent_id === s.agent_id) : F('unsubscribe-first') ? [DB.subs.find((x) => x.user === user.user_id && x.Status === 'active')] : [s];
    if (F('unsubscribe-not-stored')) return subOut({ ...s, Status: 'cancelled', Ended: now() });
    for (const x of all) { x.Status = 'cancelled'; x.Ended = now(); }
    return subOut(s);
  });
  on('GET', '/me/subscriptions', 'jwt', ({ user }) => {
    const l = DB.subs.filter((s) => s.user === user.user_id || F('subscriptions-foreign')).map(subOut);
    return { data: F('subscriptions-only-one') ? l.slice(-1) : F('subscriptions-empty') ? [] : l, meta: { Count: l.length } };
  });
  on('GET', '/me/subscriptions/{agent_id}', 'jwt', ({ user, p }) => {
    if (F('subscription-of-anyone')) { const s = DB.subs.find((x) => x.agent_id === p.agent_id); if (s) return subOut(s); }
    const s = F('subscription-wrong-agent') ? DB.subs.find((x) => x.user === user.user_id) : subOf(user, p.agent_id);
    if (!s && F('subscription-unknown-null')) return null;
    return subOut(s || halt(404, 'no such subscription'));
  });

  // monetization: days of UTC, oldest first, the last of them today
  const period = (q) => qnum(q, 'period', F('monetization-default-30') ? 30 : 28, F('monetization-period-0') ? 0 : 1, F('monetization-period-366') ? 366 : F('monetization-period-365-refused') ? 364 : 365);
  const days = (n) => { const l = []; for (let i = n - 1; i >= 0; i--) l.push(new Date(Date.now() - i * 86400000).toISOString().slice(0, 10)); return l; };
  const ids = (user) => new Set(DB.agents.filter((a) => a.owner === user.user_id || F('monetization-all-agents')).map((a) => a.agent_id));
  const subsAt = (set, d) => DB.subs.filter((s) => set.has(s.agent_id) && s.Created.slice(0, 10) <= d && (!s.Ended || s.Ended.slice(0, 10) > d)).length;
  const earn = (set, d) => DB.earnings.filter((e) => set.has(e.agent_id) && e.At.slice(0, 10) === d).reduce((x, e) => x + e.Cents, 0);
  on('GET', '/me/monetization/summary', 'jwt', ({ user, q }) => {
    const n = period(q), l = days(F('summary-ignores-period') ? 28 : n), s = ids(user);
    return { period: n, Subscribers: subsAt(s, l[l.length - 1]), EarningsCents: F('summary-earnings-first') ? l.slice(0, 1).reduce((x, d) => x + earn(s, d), 0) : l.reduce((x, d) => x + earn(s, d), 0) };
  });
  on('GET', '/me/monetization/subscribers', 'jwt', ({ user, q }) => { const n = period(q), s = ids(user); const o = { period: n, Days: days(n).map((d) => ({ Day: d, Subscribers: subsAt(s, d) })) }; if (F('subscribers-day-missing')) o.Days.shift(); if (F('subscribers-same-day')) o.Days.forEach((x) => { x.Day = o.Days[0].Day; }); return o; });
  on('GET', '/me/monetization/earnings', 'jwt', ({ user, q }) => { const n = period(q), s = ids(user); const o = { period: n, Days: days(n).map((d) => ({ Day: d, Cents: earn(s, d) })) }; if (F('earnings-cumulative')) { let z = 0; o.Days.forEach((x) => { z += x.Cents; x.Cents = z; }); } if (F('earnings-default-only')) o.Days = o.Days.slice(-28); return o; });

  // VIP codes
  on('GET', '/me/vip', 'jwt', ({ user }) => ({ Count: F('vip-count-frozen') ? 0 : F('vip-count-400') ? halt(400, 'database error') : DB.vip.filter((v) => v.owner === user.user_id).reduce((n, v) => n + v.used.length, 0), Own: DB.vip.filter((v) => v.owner === user.user_id).map((v) => v.Code), Redeemed: F('vip-count-frozen') ? 0 : DB.vip.filter((v) => v.used.includes(user.user_id)).length }));
  on('POST', '/me/vip', 'jwt', ({ user, body }) => {
    const c = field(body(), 'Code', 'string', { need: true }), v = DB.vip.find((x) => x.Code === c);
    if (!v) { if (F('vip-any-code')) return { Code: c, Credits: 0, Redeemed: now() }; halt(F('vip-unknown-404') ? 404 : F('vip-unknown-500') ? 500 : 400, 'this code is not valid'); }
    if (v.owner === user.user_id && !F('vip-own-code')) halt(F('vip-own-403') ? 403 : 400, 'your own code');
    if ((F('vip-used-by-anyone') ? v.used.length : v.used.includes(user.user_id)) && !F('vip-twice')) halt(400, 'already redeemed');
    if (!F('vip-not-stored')) v.used.push(user.user_id);
    if (DB.credits.has(user.user_id)) DB.credits.get(user.user_id).Balance += v.Credits;
    return { Code: c, Credits: v.Credits, Redeemed: now() };
  });

  // CLI sessions: open, filled, eaten
  const cliOut = (c) => ({ cli_auth_id: c.cli_auth_id, State: c.Token ? 'filled' : 'open', Expires: c.Expires });
  const cli = (id) => DB.cli.find((c) => c.cli_auth_id === id && !c.eaten && c.Expires > new Date().toISOString());
  on('POST', '/me/cli-auth', F('cli-post-needs-login') ? 'jwt' : 'open', () => {
    if (F('cli-post-same-session') && DB.cli.length) return cliOut(DB.cli[0]);
    const c = { cli_auth_id: uuid(), Token: null, by: null, Expires: new Date(Date.now() + 300000).toISOString(), eaten: false };
    DB.cli.push(c);
    return cliOut(c);
  });
  on('PUT', '/me/cli-auth/{cli_auth_id:uuid}', F('cli-put-open') ? 'open' : 'jwt', ({ user, p, body, req }) => {
    const b = body(false), t = field(b, 'Token', 'string');
    let c = cli(p.cli_auth_id);
    if (!c && F('cli-put-unknown-200')) return { cli_auth_id: p.cli_auth_id, State: 'filled', Expires: now() };
    if (!c) halt(F('cli-put-unknown-503') ? 503 : 404, 'no such session');
    if (c.by && c.by !== (user || {}).user_id && !F('cli-put-taken-over')) halt(403, 'somebody else has this session');
    if (t !== undefined && user && jwtSub(t) !== user.user_id && !F('cli-put-any-token')) halt(403, 'not your JWT');
    if (F('cli-put-newest-session')) c = DB.cli[DB.cli.length - 1];
    c.by = user ? user.user_id : 'nobody';
    if (!F('cli-put-not-stored')) c.Token = t || bearer(req);
    return cliOut({ ...c, Token: 'x' });
  });
  on('GET', '/me/cli-auth/{auth_id:uuid}', F('cli-get-needs-login') ? 'jwt' : 'open', ({ p }) => {
    let c = cli(p.auth_id);
    if (!c && F('cli-get-unknown-null')) return null;
    if (!c && F('cli-get-latest')) c = DB.cli.filter((x) => x.Token).pop();
    if (!c) halt(404, 'no such session');
    if (!c.Token) { if (F('cli-get-early-consumes')) c.eaten = true; return null; }
    if (!F('cli-get-not-consumed')) c.eaten = true;
    if (F('cli-get-object')) return { jwt: c.Token };
    if (F('cli-get-bearer-prefix')) return 'Bearer ' + c.Token;
    if (F('cli-get-cut')) return c.Token.slice(0, 128);
    return c.Token;
  });

  // schedules
  const sOut = (s) => ({ schedule_id: s.schedule_id, chat_id: s.chat_id, cron: s.cron, Active: s.Active, meta: { Created: s.Created } });
  const S = '/me/schedules';
  const chat = (id, user) => { const a = UUID.test(id || '') && findAgent(id); if (!a || a.owner !== user.user_id) { if (!(a && F('schedule-foreign-chat'))) { if (!(!a && F('schedule-unknown-chat-404'))) halt(403, 'not a chat of yours'); halt(404, 'no such chat'); } } return a.agent_id; };
  const cronField = (b, needed) => { const c = field(b, 'cron', 'string', { need: needed }); if (c === undefined) return c; const r = cronOf(c); if (!r && F('schedule-any-cron')) return c; if (!r) halt(F('schedule-bad-cron-500') ? 500 : 400, 'not a cron expression'); return r; };
  on('GET', S, 'jwt', ({ user }) => { const l = DB.schedules.filter((s) => s.owner === user.user_id || F('schedules-list-foreign')); return { data: (F('schedules-list-one-per-chat') ? l.filter((s, i) => l.findIndex((x) => x.chat_id === s.chat_id) === i) : l).map(sOut), meta: { Count: l.length } }; });
  on('POST', S, 'jwt', ({ user, body }) => {
    const b = body();
    if (F('schedule-no-chat-422')) field(b, 'chat_id', 'string', { need: true });
    const chat_id = chat(field(b, 'chat_id', 'string'), user), cron = cronField(b, true);
    const s = { schedule_id: uuid(), owner: user.user_id, chat_id, cron, Active: true, Created: now() };
    if (F('schedule-cron-default')) s.cron = '0 0 * * *';
    if (F('schedule-wrong-chat')) s.chat_id = DB.agents.find((a) => a.owner === user.user_id).agent_id;
    if (!F('schedule-not-stored')) DB.schedules.push(s);
    return sOut(s);
  });
  on('GET', S + '/onboarding', 'jwt', ({ user }) => ({ Steps: ['pick a chat', 'say when', 'wait'], Begun: DB.schedules.some((s) => s.owner === user.user_id) }));
  on('GET', S + '/text-to-cron', 'jwt', ({ q }) => {
    const t = q.get('cron');
    if (t === null) bad('query.cron', 'missing');
    const c = cronOf(t);
    if (!c && F('text-to-cron-bad-200')) return { cron: '0 0 * * *' };
    if (!c) halt(F('text-to-cron-bad-422') ? 422 : F('text-to-cron-bad-500') ? 500 : 400, 'not a cron expression');
    return { cron: F('text-to-cron-constant') ? '0 9 * * *' : c };
  });
  const sched = (user, p, loose) => DB.schedules.find((s) => s.schedule_id === p.schedule_id && (s.owner === user.user_id || loose)) || halt(F('schedule-unknown-500') ? 500 : 404, 'no such schedule');
  on('GET', S + '/{schedule_id:uuid}', 'jwt', ({ user, p }) => { if (F('schedule-get-first')) { sched(user, p); return sOut(DB.schedules[0]); } return sOut(sched(user, p, F('schedule-get-foreign'))); });
  on('PUT', S + '/{schedule_id:uuid}', 'jwt', ({ user, p, body }) => {
    const b = body(), s = sched(user, p, F('schedule-put-foreign')), cron = cronField(b, false), c = field(b, 'chat_id', 'string'), Active = field(b, 'Active', 'boolean');
    const chat_id = c === undefined ? undefined : chat(c, user), was = { ...s };
    if (cron !== undefined) s.cron = cron;
    if (chat_id !== undefined) s.chat_id = chat_id;
    if (Active !== undefined) s.Active = Active;
    if (F('schedule-put-not-stored')) { const o = sOut(s); Object.assign(s, was); return o; }
    if (F('schedule-put-new-id')) s.schedule_id = uuid();
    if (F('schedule-put-all') && cron) for (const x of DB.schedules) if (x.owner === user.user_id) x.cron = cron;
    return sOut(s);
  });
  on('DELETE', S + '/{schedule_id:uuid}', 'jwt', ({ user, p }) => {
    const s = sched(user, p, F('schedule-delete-foreign')); if (!F('schedule-delete-nothing')) drop(DB.schedules, s);
    if (F('schedule-delete-all-of-chat')) DB.schedules = DB.schedules.filter((x) => x.chat_id !== s.chat_id);
    return sOut(s);
  });
};
