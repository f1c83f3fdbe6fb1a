// Subscriptions, keys, billing, credits, payments, monetization, VIP codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { db, agentEmbed } from './schema.mjs';
import { SERVICE, fault, PgError, notFound, bad, invalid, now, uuid, sleep } from './db.mjs';
import { route, shape, intQuery } from './http.mjs';

// ---- subscriptions
const subscriptionView = (s) => ({ ...s, agents: agentEmbed(s.agent_id) });
const active = (uid, agent_id) => db.agent_subscriptions.select(SERVICE, { user_id: uid, agent_id, status: 'active' })[0];
function known(uid, id) {
  const a = db.agents.rows.get(id.toLowerCase());
  if (!a || !db.agents.may('select', uid, a)) throw notFound('agent');
  return a;
}
route('POST', '/me/agents/{agent_id}/subscribe', { body: 'maybe' }, ({ uid, params, body }) => {
  const urls = shape(body, { success_url: 'text?', cancel_url: 'text?', metadata: 'json' });
  const a = known(uid, params.agent_id);
  if (a.user_id === uid && !fault('owner-may-subscribe')) throw bad('the owner cannot subscribe to the agent');
  if (!a.is_paid) throw bad('the agent is not paid');
  if (active(uid, a.agent_id)) throw new PgError(402, '23505', 'already subscribed to this agent');
  const s = db.agent_subscriptions.insert(uid, { user_id: uid, agent_id: a.agent_id, price: a.price, currency: a.currency });
  db.payments.insert(SERVICE, { agent_id: a.agent_id, user_id: uid, amount: a.price });
  const session_id = `cs_${uuid()}`;
  return { agent_id: a.agent_id, subscription_id: s.subscription_id, session_id, checkout_url: `https://checkout.rosemary.example/${session_id}`, amount: a.price, currency: a.currency, success_url: urls.success_url ?? null, status: 'open', created_at: now() };
});
route('POST', '/me/agents/{agent_id}/unsubscribe', {}, ({ uid, params }) => {
  const a = known(uid, params.agent_id);
  const s = active(uid, a.agent_id);
  if (!s) throw bad('no active subscription to cancel');
  if (!s.provider_subscription_id) throw bad('no payment-provider subscription found');
  const end = { status: 'canceled', canceled_at: now() };
  if (fault('unsubscribe-cancels-all')) for (const o of db.agent_subscriptions.select(uid, { user_id: uid, status: 'active' })) db.agent_subscriptions.update(uid, o.subscription_id, end);
  return subscriptionView(db.agent_subscriptions.update(uid, s.subscription_id, end));
});
route('GET', '/me/subscriptions', {}, ({ uid }) => db.agent_subscriptions.select(uid, { user_id: uid, status: 'active' }).map(subscriptionView));
route('GET', '/me/subscriptions/{agent_id}', {}, ({ uid, params }) => {
  const s = fault('subscription-join-without-user')
    ? db.agent_subscriptions.select(SERVICE, { agent_id: params.agent_id, status: 'active' })[0] : active(uid, params.agent_id.toLowerCase());
  if (!s) throw notFound('subscription');
  return subscriptionView(s);
});

// ---- API keys
const hidden = ({ key, ...row }) => ({ ...row, key_preview: `${key.slice(0, 8)}…${key.slice(-4)}` });
const makeKey = (uid, row) => db.api_keys.insert(uid, { ...row, user_id: uid, key: `rk_live_${randomBytes(20).toString('hex')}` });
route('GET', '/me/api-keys', {}, ({ uid }) => db.api_keys.select(uid, { user_id: uid }).map(fault('key-list-shows-keys') ? (k) => k : hidden));
route('POST', '/me/api-keys', { body: 'maybe' }, ({ uid, body }) => makeKey(uid, shape(body, { name: 'text?', is_default: 'bool' })));
route('GET', '/me/api-keys/default', {}, ({ uid }) => {
  const mine = db.api_keys.select(uid, { user_id: uid }, { asc: true });
  return mine.find((k) => k.is_default) || makeKey(uid, { name: 'default' });
});
route('GET', '/me/api-keys/{api_key_id:int}', {}, ({ uid, params }) => {
  const k = db.api_keys.get(uid, params.api_key_id);
  if (!k) throw notFound('API key');
  return k;
});
route('DELETE', '/me/api-keys/{api_key_id:int}', {}, ({ uid, params }) => {
  const k = db.api_keys.remove(uid, params.api_key_id);
  if (!k) throw notFound('API key');
  return hidden(k);
});

// ---- billing and credits
const PLANS = { pro: 29, free: 0, sandbox: 0 };
route('GET', '/me/billing', {}, ({ uid }) => {
  const p = db.profiles.get(uid, uid);
  return { user_id: uid, plan: p.tier, status: 'active', amount: PLANS[p.tier], currency: 'usd', interval: 'month', provider_customer_id: `cus_${uid.slice(0, 8)}`, current_period_start: p.created_at, current_period_end: null, cancel_at_period_end: false };
});
route('GET', '/me/credits', {}, ({ uid }) => {
  const c = db.credits.get(uid, uid);
  if (!c) throw notFound('credits');
  return c;
});
// rpc use_credit(): update credits set balance = balance - 1 where balance > 0 returning *
route('POST', '/me/credits/use', {}, async ({ uid }) => {
  const c = db.credits.get(uid, uid);
  if (!c || c.balance < 1) throw notFound('credits');
  if (fault('credits-read-modify-write')) await sleep(25);
  return db.credits.update(SERVICE, uid, { balance: c.balance - 1, used: c.used + 1 });
});
const grant = (uid, n) => {
  const c = db.credits.rows.get(uid);
  return db.credits.update(SERVICE, uid, { balance: c.balance + n });
};

// ---- payments
export const WEBHOOK_SECRET = 'whsec_rosemary_0d2b6f';
const hmac = (x) => createHmac('sha256', WEBHOOK_SECRET).update(x).digest('hex');
route('POST', '/me/payments/webhook', { auth: false, body: 'raw' }, ({ req, raw }) => {
  const given = req.headers['x-payments-signature'];
  if (!given) throw bad('missing signature');
  let signed = raw;
  if (fault('webhook-parsed-before-verified')) { try { signed = JSON.stringify(JSON.parse(raw.toString())); } catch { throw bad('invalid event'); } }
  const want = Buffer.from(`sha256=${hmac(signed)}`), got = Buffer.from(given);
  if (want.length !== got.length || !timingSafeEqual(want, got)) throw bad('invalid signature');
  let e;
  try { e = JSON.parse(raw.toString('utf8')); } catch { throw bad('invalid event'); }
  if (!e || typeof e !== 'object' || typeof e.id !== 'string' || typeof e.type !== 'string') throw bad('invalid event');
  const d = e.data || {};
  if (db.payment_events.rows.has(e.id) && !fault('webhook-event-twice')) return { received: true };
  if (e.type === 'credits.purchased') {
    if (!db.credits.rows.has(d.user_id) || !Number.isSafeInteger(d.credits) || d.credits < 0) throw bad('invalid event');
    grant(d.user_id, d.credits);
  }
  if (!db.payment_events.rows.has(e.id)) db.payment_events.insert(SERVICE, { event_id: e.id, type: e.type });
  return { received: true };
});
route('POST', '/me/payments/sessions', { body: 'maybe' }, ({ uid, body }) => {
  const row = shape(body, { credits: 'pos', success_url: 'text?', cancel_url: 'text?', metadata: 'json' });
  const credits = row.credits ?? 100;
  if (credits < 1 || credits > 100000) throw invalid([{ loc: ['body', 'credits'], msg: 'must be between 1 and 100000' }]);
  const s = db.payment_sessions.insert(uid, { success_url: null, cancel_url: null, metadata: {}, ...row, credits, user_id: uid, amount: Math.round(credits * 7) / 100, currency: 'usd' });
  return { ...s, url: `https://checkout.rosemary.example/${s.session_id}` };
});

// ---- monetization: days are UTC days, the last one is today
function report(uid, query) {
  const period = intQuery(query, 'period', { def: 28, min: 1, max: 365 });
  const today = now().slice(0, 10);
  const days = Array.from({ length: period }, (_, i) => new Date(Date.parse(today) - (period - 1 - i) * 864e5).toISOString().slice(0, 10));
  const mine = db.agents.select(SERVICE, { user_id: uid });
  const subs = mine.flatMap((a) => db.agent_subscriptions.select(SERVICE, { agent_id: a.agent_id }));
  const paid = mine.flatMap((a) => db.payments.select(SERVICE, { agent_id: a.agent_id }));
  const perDay = new Map(days.map((d) => [d, { subscribers: 0, cents: 0 }]));
  for (const [d, x] of perDay) x.subscribers = new Set(subs.filter((s) => s.created_at.slice(0, 10) <= d && (!s.canceled_at || s.canceled_at.slice(0, 10) > d)).map((s) => `${s.user_id}${s.agent_id}`)).size;
  for (const p of paid) { const x = perDay.get(p.created_at.slice(0, 10)); if (x) x.cents += Math.round(p.amount * 100); }
  const within = [...perDay.values()].reduce((n, x) => n + x.cents, 0);
  const ever = paid.reduce((n, p) => n + Math.round(p.amount * 100), 0);
  return {
    period, days, perDay, total_subscribers: perDay.get(days[days.length - 1]).subscribers,
    total_earnings: (fault('summary-ignores-period') ? ever : within) / 100, within: within / 100,
  };
}
route('GET', '/me/monetization/summary', {}, ({ uid, query }) => {
  const r = report(uid, query);
  return { period: r.period, total_subscribers: r.total_subscribers, total_earnings: r.total_earnings, currency: 'usd' };
});
route('GET', '/me/monetization/subscribers', {}, ({ uid, query }) => {
  const r = report(uid, query);
  return { period: r.period, data: r.days.map((date) => ({ date, subscribers: r.perDay.get(date).subscribers })), total_subscribers: r.total_subscribers };
});
route('GET', '/me/monetization/earnings', {}, ({ uid, query }) => {
  const r = report(uid, query);
  return { period: r.period, data: r.days.map((date) => ({ date, earnings: r.perDay.get(date).cents / 100 })), total_earnings: r.within, currency: 'usd' };
});

// ---- user and VIP codes
for (const path of ['/me', '/me/']) {
  route('GET', path, {}, ({ uid }) => db.profiles.get(uid, uid));
}
const redeemed = (uid) => db.vip_redemptions.select(uid, { user_id: uid });
route('GET', '/me/vip', {}, ({ uid }) => ({ count: redeemed(uid).length, codes: redeemed(uid).map((r) => r.code) }));
route('POST', '/me/vip', { body: 'object' }, async ({ uid, body }) => {
  const { code } = shape(body, { code: 'text!' });
  const c = db.vip_codes.rows.get(code);
  if (!c) throw bad('invalid VIP code');
  if (c.user_id === uid && !fault('vip-own-code')) throw bad('you cannot redeem your own code');
  if (db.vip_redemptions.select(uid, { user_id: uid, code })[0]) throw bad('you have redeemed this code already', '23505');
  if (fault('vip-check-then-insert')) await sleep(25);
  const r = db.vip_redemptions.insert(uid, { user_id: uid, code });
  const { balance } = grant(uid, c.credits);
  return { code, credits: c.credits, balance, redeemed_at: r.created_at };
});
