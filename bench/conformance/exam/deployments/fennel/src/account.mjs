// Keys, credits, billing, payments, monetization, subscriptions, VIP codes, CLI auth, the user.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as S from './schemas.mjs';
import { route } from './http.mjs';
import { db, F, fail, uuid, nano, tick, isoMicros, load, loadMany, enc, patchHash, run, withLock, sleep } from './redis.mjs';
import { A, getAgent } from './agents.mjs';

const U = { userId: 's', email: 's', name: 's', tier: 's', createdAt: 'n', plan: 's' };
route('GET', '/me/', { auth: 'user', wrap: 'one', out: S.User, tag: 'User' }, async (c) => { const { plan, ...u } = await load(U, 'user:' + c.user); return u; });

// ---- API keys
const K = { apiKeyId: 'n', userId: 's', name: 's', key: 's', createdAt: 'n' };
const kkey = (id) => 'key:' + id;
const defId = async (u) => Number(await db.get(`user:${u}:defaultKey`) ?? 0);
const kfull = (k, d) => ({ apiKeyId: k.apiKeyId, name: k.name, isDefault: k.apiKeyId === d, key: k.key, last4: k.key.slice(-4), createdAt: k.createdAt });
const khide = (k, d) => { const { key, ...x } = kfull(k, d); return F('key-list-shows-key') ? { ...x, key } : x; };
export async function createKey(user, name, secret = nano('fk_', 32)) {
  const id = Number(await db.incr('seq:key')); const at = await tick();
  const k = { apiKeyId: id, userId: user, name: name ?? null, key: secret, createdAt: Math.floor(at / 1000) };
  await run(db.multi().hset(kkey(id), enc(K, k)).set('apikey:' + secret, `${id}|${user}`).zadd(`user:${user}:keys`, at, id).setnx(`user:${user}:defaultKey`, id));
  return k;
}
const kopt = { auth: 'user', tag: 'Keys', wrap: 'one' };
async function keyOf(c) {
  const k = await load(K, kkey(c.params.api_key_id));
  if (!k || (k.userId !== c.user && !(F('key-of-others') && c.req.method === 'GET'))) fail(404, 'not_found', 'API key not found');
  return k;
}
route('GET', '/me/api-keys', { ...kopt, wrap: undefined, out: S.ApiKeyHidden, array: true }, async (c) => {
  const d = await defId(c.user);
  return (await loadMany(K, (await db.zrange(`user:${c.user}:keys`, 0, -1)).map(kkey))).map((k) => khide(k, d));
});
route('POST', '/me/api-keys', { ...kopt, body: S.ApiKeyCreate, out: S.ApiKey }, async (c) => { const k = await createKey(c.user, c.body.name); return kfull(k, await defId(c.user)); });
route('GET', '/me/api-keys/default', { ...kopt, out: S.ApiKey }, async (c) => {
  if (F('default-key-is-newest')) { const [id] = await db.zrevrange(`user:${c.user}:keys`, 0, 0); if (id) return kfull(await load(K, kkey(id)), Number(id)); }
  let id = await defId(c.user);
  if (!id) id = await withLock('defaultKey:' + c.user, async () => await defId(c.user) || (await createKey(c.user, 'Default')).apiKeyId);
  return kfull(await load(K, kkey(id)) ?? fail(500, 'internal_error', 'default key vanished'), id);
});
const kp = { api_key_id: 'integer' };
route('GET', '/me/api-keys/{api_key_id}', { ...kopt, params: kp, out: S.ApiKey, also: [404] }, async (c) => kfull(await keyOf(c), await defId(c.user)));
route('DELETE', '/me/api-keys/{api_key_id}', { ...kopt, params: kp, out: S.ApiKeyHidden, also: [404] }, async (c) => {
  await keyOf(c);
  return withLock('defaultKey:' + c.user, async () => {
    const k = await keyOf(c); const d = await defId(c.user);
    const m = db.multi().del(kkey(k.apiKeyId)).zrem(`user:${c.user}:keys`, k.apiKeyId);
    if (!F('deleted-key-still-works')) m.del('apikey:' + k.key);
    if (d === k.apiKeyId) {
      const rest = (await db.zrange(`user:${c.user}:keys`, 0, 1)).filter((x) => Number(x) !== k.apiKeyId);
      if (rest.length) m.set(`user:${c.user}:defaultKey`, rest[0]); else m.del(`user:${c.user}:defaultKey`);
    }
    await run(m);
    return khide(k, d);
  });
});

// ---- credits, billing, payments
db.defineCommand('useCredit', { numberOfKeys: 1, lua: `
  local b = tonumber(redis.call('HGET', KEYS[1], 'balance') or '-1')
  if b < 1 then return false end
  redis.call('HINCRBY', KEYS[1], 'used', 1)
  return redis.call('HINCRBY', KEYS[1], 'balance', -1)` });
const Cr = { balance: 'n', used: 'n' };
const credits = async (u) => await load(Cr, 'credits:' + u) ?? fail(404, 'not_found', 'credits not found');
const cr = { auth: 'user', wrap: 'one', out: S.Credits, also: [404], tag: 'Billing' };
route('GET', '/me/credits', cr, (c) => credits(c.user));
route('POST', '/me/credits/use', cr, async (c) => {
  if (F('credits-get-then-set')) {
    const x = await credits(c.user);
    if (x.balance < 1) fail(404, 'not_found', 'no credits left');
    await sleep(15);
    await db.hset('credits:' + c.user, { balance: x.balance - 1, used: x.used + 1 });
    return { balance: x.balance - 1, used: x.used + 1 };
  }
  if (F('credits-below-zero')) { await db.hincrby('credits:' + c.user, 'used', 1); await db.hincrby('credits:' + c.user, 'balance', -1); return credits(c.user); }
  const b = await db.useCredit('credits:' + c.user);
  if (b === null) fail(404, 'not_found', 'no credits left');
  return { ...await credits(c.user), balance: b };
});
route('GET', '/me/billing', { auth: 'user', wrap: 'one', out: S.Billing, tag: 'Billing' }, async (c) => {
  const sandbox = await db.hget('user:' + c.user, 'tier') === 'sandbox'; const d = new Date();
  return { plan: sandbox ? 'sandbox' : 'pro', status: 'active', priceCents: sandbox ? 0 : 2900, currency: 'usd', renewsAt: sandbox ? null : new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1)).toISOString() };
});
route('POST', '/me/payments/sessions', { auth: 'user', body: S.SessionRequest, wrap: 'one', out: S.SessionResponse, tag: 'Billing' }, async (c) => {
  const sessionId = nano('cs_', 20);
  await db.set('session:' + sessionId, JSON.stringify({ user: c.user, credits: c.body.credits }), 'EX', 86400);
  return { sessionId, url: 'https://pay.fennel.example/' + sessionId, amountCents: c.body.credits * 5, currency: 'usd' };
});
export const WEBHOOK_SECRET = 'whsec_fennel';
export const signEvent = (raw) => 'sha256=' + createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex');
db.defineCommand('addCredits', { numberOfKeys: 2, lua: `
  if ARGV[2] == '1' and not redis.call('SET', KEYS[2], '1', 'NX') then return 0 end
  redis.call('HINCRBY', KEYS[1], 'balance', ARGV[1])
  return 1` });
route('POST', '/me/payments/webhook', { auth: 'none', raw: true, wrap: 'one', out: S.WebhookSuccess, also: [400], tag: 'Billing', header: 'fennel-signature' }, async (c) => {
  const sig = c.req.headers['fennel-signature'];
  if (!sig && !F('webhook-unsigned')) fail(400, 'missing_signature', 'the signature is missing');
  const want = Buffer.from(signEvent(c.raw)); const got = Buffer.from(sig ?? '');
  if (sig && !F('webhook-signature-unchecked') && (got.length !== want.length || !timingSafeEqual(got, want))) fail(400, 'invalid_signature', 'the signature is not valid');
  let e;
  try { e = JSON.parse(c.raw.toString()); } catch { fail(400, 'invalid_event', 'the event is not JSON'); }
  if (!e || typeof e !== 'object' || typeof e.id !== 'string' || typeof e.type !== 'string') fail(400, 'invalid_event', 'the event has no id or type');
  if (e.type === 'credits.purchased') {
    const { userId, credits: n } = e.data ?? {};
    if (typeof userId !== 'string' || !Number.isInteger(n) || n < 1 || !await db.exists('user:' + userId)) fail(400, 'invalid_event', 'the event names no user or credits');
    await db.addCredits('credits:' + userId, 'event:' + e.id, n, F('webhook-event-twice') ? '0' : '1');
  }
  return { received: true, eventId: e.id };
});

// ---- monetization
const period = { period: { type: 'integer', min: 1, max: 365, default: 28 } };
const day = (ago) => new Date(Date.now() - ago * 86400000).toISOString().slice(0, 10);
async function daily(user, kind, n) {
  if (F('monetization-default-30') && n === 28) n = 30;
  const dates = Array.from({ length: n }, (_, i) => day(n - 1 - i));
  const v = await db.hmget(`mon:${user}:${kind}`, ...dates);
  return dates.map((date, i) => [date, Number(v[i] ?? 0)]);
}
const sum = (rows) => rows.reduce((n, r) => n + r[1], 0);
const mon = { auth: 'user', query: period, tag: 'Billing' };
route('GET', '/me/monetization/summary', { ...mon, wrap: 'one', out: S.MonSummary }, async (c) => {
  const [s, e] = await Promise.all([daily(c.user, 'subs', c.query.period), daily(c.user, 'cents', c.query.period)]);
  return { periodDays: c.query.period, totalSubscribers: sum(s), totalEarningsCents: F('summary-rounds-days') ? e.reduce((n, r) => n + Math.round(r[1] / 100) * 100, 0) : F('summary-all-time') ? (await db.hvals(`mon:${c.user}:cents`)).reduce((n, x) => n + Number(x), 0) : sum(e), currency: 'usd' };
});
route('GET', '/me/monetization/subscribers', { ...mon, wrap: 'list', out: S.MonSubscribers, extra: { totalSubscribers: 'integer' } }, async (c) => {
  const rows = await daily(c.user, 'subs', c.query.period);
  return { items: (F('subscribers-skip-zero-days') ? rows.filter((r) => r[1]) : rows).map(([date, count]) => ({ date, count })), extra: { totalSubscribers: sum(rows) } };
});
route('GET', '/me/monetization/earnings', { ...mon, wrap: 'list', out: S.MonEarnings, extra: { totalEarningsCents: 'integer' } }, async (c) => {
  const rows = await daily(c.user, 'cents', c.query.period);
  return { items: rows.map(([date, amountCents]) => ({ date, amountCents })), extra: { totalEarningsCents: sum(rows) } };
});

// ---- subscriptions: the payment provider is in test mode, its checkout completes at once
const Sub = { agentId: 's', userId: 's', status: 's', priceCents: 'n', currency: 's', providerSubscriptionId: 's', startedAt: 's', canceledAt: 's' };
const skey = (u, a) => `sub:${u}:${a}`;
const sview = ({ userId, ...s }) => s;
export async function subscribe(user, a) {
  const at = await tick();
  const s = { agentId: a.agentId, userId: user, status: 'active', priceCents: a.priceCents, currency: a.currency, providerSubscriptionId: nano('psub_'), startedAt: isoMicros(at), canceledAt: null };
  await run(db.multi().del(skey(user, a.agentId)).hset(skey(user, a.agentId), enc(Sub, s)).zadd(`user:${user}:subs`, at, a.agentId)
    .hincrby(`mon:${a.ownerId}:subs`, day(0), 1).hincrby(`mon:${a.ownerId}:cents`, day(0), a.priceCents));
}
const agentOf = async (c) => { const a = await getAgent(c.params.agent_id); if (a.visibility === 'private' && a.ownerId !== c.user) fail(404, 'not_found', 'agent not found'); return a; };
route('POST', '/me/agents/{agent_id}/subscribe', { auth: 'user', body: S.SubscribeRequest, wrap: 'one', out: S.SubscribeResponse, also: [400, 402, 404], tag: 'Subscriptions' }, async (c) => {
  const a = await agentOf(c);
  if (a.ownerId === c.user && !F('owner-may-subscribe')) fail(400, 'own_agent', 'you own this agent');
  if (!a.priceCents) fail(400, 'not_paid', 'this agent is not paid');
  const work = async () => {
    const had = await load(Sub, skey(c.user, a.agentId));
    if (F('subscribe-race')) await sleep(25);
    if (had?.status === 'active' && !F('subscribe-again')) fail(402, 'already_subscribed', 'you are subscribed already');
    await subscribe(c.user, a);
    const sessionId = nano('cs_', 20);
    return { agentId: a.agentId, sessionId, checkoutUrl: 'https://pay.fennel.example/' + sessionId, status: 'complete' };
  };
  return F('subscribe-race') ? work() : withLock(skey(c.user, a.agentId), work);
});
route('POST', '/me/agents/{agent_id}/unsubscribe', { auth: 'user', wrap: 'one', out: S.Subscription, also: [400, 404], tag: 'Subscriptions' }, async (c) => {
  const a = await agentOf(c); const k = skey(c.user, a.agentId);
  return withLock(k, async () => {
    const s = await load(Sub, k);
    if (!s || (s.status !== 'active' && !F('unsubscribe-twice'))) fail(400, 'no_subscription', 'there is no active subscription to cancel');
    const ch = { status: 'canceled', canceledAt: new Date().toISOString() };
    if (F('unsubscribe-loses-price')) ch.priceCents = 0;
    if (!F('unsubscribe-not-saved')) await patchHash(Sub, k, ch);
    return sview({ ...s, ...ch });
  });
});
route('GET', '/me/subscriptions', { auth: 'user', wrap: 'list', out: S.Subscription, tag: 'Subscriptions' }, async (c) => ({ items: (await loadMany(Sub, (await db.zrevrange(`user:${c.user}:subs`, F('subscriptions-miss-newest') ? 1 : 0, -1)).map((a) => skey(c.user, a)))).map(sview) }));
route('GET', '/me/subscriptions/{agent_id}', { auth: 'user', wrap: 'one', out: S.Subscription, also: [404], tag: 'Subscriptions' }, async (c) => sview(await load(Sub, skey(c.user, c.params.agent_id.toLowerCase())) ?? fail(404, 'not_found', 'no subscription to this agent')));

// ---- VIP codes
route('GET', '/me/vip', { auth: 'user', wrap: 'one', out: S.VipCount, also: [400], tag: 'User' }, async (c) => ({ count: F('vip-count-of-all') ? Number(await db.get('vip:total') ?? 0) : await db.scard(`user:${c.user}:vip`) }));
route('POST', '/me/vip', { auth: 'user', body: S.VipRequest, wrap: 'one', out: S.VipRedeemed, also: [400], tag: 'User' }, async (c) => {
  const code = c.body.code; const v = await db.hgetall('vip:code:' + code);
  if (!v.ownerId) fail(400, 'invalid_code', 'this code is not valid');
  if (v.ownerId === c.user && !F('vip-own-code')) fail(400, 'own_code', 'you cannot redeem a code of your own');
  if (F('vip-race')) { if (await db.sismember(`user:${c.user}:vip`, code)) fail(400, 'already_redeemed', 'you redeemed this code before'); await sleep(20); await db.sadd(`user:${c.user}:vip`, code); }
  else if (await db.sadd(`user:${c.user}:vip`, code) !== 1) { if (F('vip-again-200')) return { code, creditsGranted: 0, redeemedAt: new Date().toISOString() }; fail(400, 'already_redeemed', 'you redeemed this code before'); }
  await db.incr('vip:total');
  await db.hincrby('credits:' + c.user, 'balance', Number(v.credits));
  return { code, creditsGranted: Number(v.credits), redeemedAt: new Date().toISOString() };
});

// ---- CLI auth
const CL = { cliAuthId: 's', status: 's', jwt: 's', byUser: 's', createdAt: 'n', expiresAt: 'n' };
const ckey = (id) => 'cli:' + id;
const cview = ({ jwt, byUser, ...x }) => x;
const TTL = 600000;
db.defineCommand('cliAttach', { numberOfKeys: 1, lua: `
  local s = redis.call('HGET', KEYS[1], 'status')
  if not s then return 404 end
  local by = redis.call('HGET', KEYS[1], 'byUser')
  if ARGV[3] == '1' and (s == 'consumed' or (by and by ~= ARGV[1])) then return 403 end
  redis.call('HSET', KEYS[1], 'status', 'attached', 'byUser', ARGV[1], 'jwt', ARGV[2])
  return 200` });
db.defineCommand('cliConsume', { numberOfKeys: 1, lua: `
  if redis.call('EXISTS', KEYS[1]) == 0 then return redis.error_reply('GONE') end
  local j = redis.call('HGET', KEYS[1], 'jwt')
  if j then redis.call('HDEL', KEYS[1], 'jwt'); redis.call('HSET', KEYS[1], 'status', 'consumed') end
  return j` });
route('POST', '/me/cli-auth', { auth: 'none', wrap: 'one', out: S.CliAuth, tag: 'CLI' }, async () => {
  const now = Date.now(); const x = { cliAuthId: uuid(), status: 'pending', createdAt: now, expiresAt: now + TTL };
  await run(db.multi().hset(ckey(x.cliAuthId), enc(CL, x)).pexpire(ckey(x.cliAuthId), F('cli-ttl-seconds-as-ms') ? TTL / 1000 : TTL));
  return x;
});
route('PUT', '/me/cli-auth/{cli_auth_id}', { auth: 'user', params: { cli_auth_id: 'uuid' }, body: S.CliInsert, wrap: 'one', out: S.CliAuth, also: [403, 404], tag: 'CLI' }, async (c) => {
  const k = ckey(c.params.cli_auth_id);
  const r = Number(await db.cliAttach(k, c.user, c.body.jwt, F('cli-session-hijack') ? '0' : '1'));
  if (r === 404) fail(404, 'not_found', 'no such session');
  if (r === 403) fail(403, 'forbidden', 'you may not update this session');
  return cview(await load(CL, k));
});
route('GET', '/me/cli-auth/{auth_id}', { auth: 'none', params: { auth_id: 'uuid' }, jwtOrNull: true, also: [404], tag: 'CLI' }, async (c) => {
  const k = ckey(c.params.auth_id);
  if (F('cli-jwt-read-again')) { const [s, j] = await db.hmget(k, 'status', 'jwt'); if (!s) fail(404, 'not_found', 'no such session'); return j; }
  if (F('cli-consume-race')) { const [s, j] = await db.hmget(k, 'status', 'jwt'); if (!s) fail(404, 'not_found', 'no such session'); await sleep(20); if (j) await run(db.multi().hdel(k, 'jwt').hset(k, 'status', 'consumed')); return j; }
  try { return await db.cliConsume(k); } catch (e) { if (/GONE/.test(e.message)) fail(404, 'not_found', 'no such session'); throw e; }
});
