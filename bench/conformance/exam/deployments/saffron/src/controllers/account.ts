// User, VIP codes, API keys, billing, credits, payments, monetization, subscriptions, CLI sessions.
import { route, fail, notFound, HttpError, loggedOut } from '../framework.ts';
import { Agent, ApiKey, Subscription, User, CliSession, revokedKeys } from '../models.ts';
import { findAgent, mayView } from '../policies.ts';
import { one, list, t } from '../schemas.ts';
import { all, get, run, transaction } from '../db.ts';
import { F, now, iso, random, sleep, hmac, safeEqual } from '../support.ts';

const money = (cents: number) => Math.round(cents) / 100;
let cachedMe: any = null;
route('GET', '/me/', { id: 'getMe', tag: 'user', answer: one('user', 'UserWithTier') }, (c) => {
  const u = F('me-cached-without-user') && cachedMe ? cachedMe : c.user;
  cachedMe ??= u;
  return { user: { user_id: u.id, email: u.email, name: u.name, tier: u.tier, created_at: u.created_at } };
});
// VIP codes
const burned = new Set<string>();
route('GET', '/me/vip', { id: 'getVipCount', tag: 'vip', answer: one('vip', 'VipCodeRedemptionCount'), errs: [400] }, (c) => ({
  vip: { count: get(`SELECT count(*) AS n FROM vip_redemptions ${F('vip-count-of-all-users') ? 'WHERE ? > 0' : 'WHERE user_id = ?'}`, c.user.id).n },
}));
route('POST', '/me/vip', { id: 'redeemVipCode', tag: 'vip', body: 'VipCodeRequest', answer: one('vipCode', 'VipCodeRedeemed'), errs: [400] }, async (c) => {
  const code = get('SELECT * FROM vip_codes WHERE code = ?', c.body.code);
  if (!code) fail(400, 'invalid_code', 'This VIP code is not valid', 'code');
  if (F('own-code-refusal-burns-the-code') && (code.owner_id === c.user.id || burned.has(code.code))) {
    if (code.owner_id !== c.user.id) fail(400, 'already_redeemed', 'This code was redeemed already', 'code');
    burned.add(code.code);
  }
  if (code.owner_id === c.user.id && !F('vip-own-code-taken')) fail(400, 'own_code', 'Your own code cannot be redeemed', 'code');
  const again = get('SELECT 1 AS x FROM vip_redemptions WHERE user_id = ? AND code = ?', c.user.id, code.code);
  if (again && F('refused-redemption-raises-the-count')) run('INSERT INTO vip_redemptions (user_id, code, redeemed_at) VALUES (?, ?, ?)', c.user.id, code.code, now());
  if (again) fail(400, 'already_redeemed', 'You redeemed this code already', 'code');
  if (F('vip-redeemed-twice-at-once')) await sleep(60);
  const at = now();
  run('INSERT INTO vip_redemptions (user_id, code, redeemed_at) VALUES (?, ?, ?)', c.user.id, code.code, at);
  return { vipCode: { code: code.code, redeemed_at: at } };
});
// API keys
const hidden = (k: any) => ({ api_key_id: k.id, name: k.name, is_default: k.is_default, created_at: k.created_at });
const shown = (k: any) => ({ ...hidden(k), key: k.key });
const kp = { tag: 'api-keys', params: { api_key_id: t('int') } };
const myKey = (c: any) => { const k = ApiKey.find(c.params.api_key_id); return k && (k.user_id === c.user.id || (F('api-key-of-others') && c.req.method === 'GET')) ? k : notFound('API key'); };
const goneDefault = new Map<number, any>();
route('GET', '/me/api-keys', { id: 'listApiKeys', tag: 'api-keys', answer: list('ApiKeyHidden') }, (c) => ApiKey.where('user_id = ?', [c.user.id]).map(F('api-key-list-shows-keys') ? shown : hidden));
route('POST', '/me/api-keys', { id: 'createApiKey', tag: 'api-keys', body: 'ApiKeyCreate', answer: one('apiKey', 'ApiKey') }, (c) => ({ apiKey: shown(ApiKey.make(F('key-created-for-another-user') && User.find(c.body.user_id) ? c.body.user_id : c.user.id, c.body.name ?? 'API key', c.body.is_default ?? false)) }));
route('GET', '/me/api-keys/default', { id: 'getDefaultApiKey', tag: 'api-keys', answer: one('apiKey', 'ApiKey') }, (c) => ({
  apiKey: shown(F('reading-default-key-mints-a-key') ? ApiKey.make(c.user.id, 'Default', true) : F('default-key-points-at-deleted-key') && goneDefault.has(c.user.id) ? goneDefault.get(c.user.id) : ApiKey.first(`user_id = ? ${F('default-key-is-the-newest') ? '' : 'AND is_default = 1'}`, [c.user.id], 'id DESC') ?? ApiKey.make(c.user.id, 'Default', true)),
}));
route('GET', '/me/api-keys/{api_key_id}', { id: 'getApiKey', ...kp, answer: one('apiKey', 'ApiKey'), errs: [404] }, (c) => ({ apiKey: shown(F('reading-a-key-rotates-it') ? ApiKey.update(myKey(c).id, { key: 'sfk_' + random(20) }) : myKey(c)) }));
route('DELETE', '/me/api-keys/{api_key_id}', { id: 'deleteApiKey', ...kp, answer: one('apiKey', 'ApiKeyHidden'), errs: [404] }, (c) => {
  if (F('foreign-key-delete-says-404-but-revokes')) { const found = ApiKey.find(c.params.api_key_id); if (found && found.user_id !== c.user.id) ApiKey.destroy(found.id); }
  const k = myKey(c);
  if (F('revoked-key-still-good-on-ndjson')) revokedKeys.set(k.key, k);
  if (F('default-key-points-at-deleted-key') && k.is_default) goneDefault.set(c.user.id, k);
  transaction(() => {
    if (F('delete-one-key-revokes-all')) run('DELETE FROM api_keys WHERE user_id = ?', c.user.id);
    ApiKey.destroy(k.id);
    const next = k.is_default && ApiKey.first('user_id = ?', [c.user.id]);
    if (next) ApiKey.update(next.id, { is_default: true });
  });
  return { apiKey: F('deleted-key-answer-shows-key') ? shown(k) : hidden(k) };
});
// Billing, credits, payments
const granted = new Set<number>();
route('GET', '/me/billing', { id: 'getBilling', tag: 'billing', answer: one('billing', 'BillingInformationSubscription') }, (c) => {
  const d = new Date(), end = Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1), pro = c.user.tier === 'PRO' || granted.has(c.user.id);
  return { billing: { plan: pro ? 'PRO' : 'SANDBOX', status: 'ACTIVE', currency: 'USD', monthly_price: pro ? 29 : 0, current_period_end: iso(end) } };
});
const creditsOf = (id: number) => { const u = get('SELECT * FROM users WHERE id = ?', id); if (u.credits === null) notFound('Credits'); return u; };
const creditView = (u: any) => ({ credits: { balance: u.credits, used: u.credits_used, updated_at: u.credits_at } });
const cr = { tag: 'credits', answer: one('credits', 'AgentExecutionCredits'), errs: [404] };
route('GET', '/me/credits', { id: 'getCredits', ...cr }, (c) => creditView(creditsOf(c.user.id)));
route('POST', '/me/credits/use', { id: 'useCredits', ...cr }, async (c) => {
  const u = creditsOf(c.user.id);
  if (u.credits < 1) fail(404, 'no_credits', 'No credits are left');
  if (F('credit-use-obeys-a-body') && c.raw) {
    let b: any = {};
    try { b = JSON.parse(c.raw) ?? {}; } catch {}
    const balance = b.balance ?? b.credits?.balance, amount = Number.isInteger(b.amount) ? b.amount : 1;
    run('UPDATE users SET credits = ?, credits_used = credits_used + 1, credits_at = ? WHERE id = ?', (Number.isInteger(balance) ? balance : u.credits) - amount, now(), u.id);
  } else if (F('two-users-drain-one-balance')) run('UPDATE users SET credits = credits - 1, credits_used = credits_used + 1, credits_at = ? WHERE tier = ? AND credits > 0', now(), u.tier);
  else if (F('credits-lost-update')) { await sleep(40); run('UPDATE users SET credits = ?, credits_used = ?, credits_at = ? WHERE id = ?', u.credits - 1, u.credits_used + 1, now(), u.id); }
  else if (F('credits-use-answers-old-balance')) { run('UPDATE users SET credits = credits - 1, credits_used = credits_used + 1, credits_at = ? WHERE id = ?', now(), u.id); return creditView(u); }
  else run('UPDATE users SET credits = credits - 1, credits_used = credits_used + 1, credits_at = ? WHERE id = ? AND credits > 0', now(), u.id);
  return creditView(creditsOf(u.id));
});
route('POST', '/me/payments/webhook', { id: 'receivePaymentEvent', tag: 'payments', auth: 'none', raw: true, answer: one('webhook', 'PaymentWebhookResponseSuccess'), errs: [400] }, (c) => {
  const given = c.req.headers['x-payment-signature'];
  if (F('webhook-refusal-prints-the-signature') && (typeof given !== 'string' || !safeEqual(given, 'sha256=' + hmac(c.raw)))) fail(400, given ? 'invalid_signature' : 'missing_signature', `${given ? 'Wrong' : 'Missing'} x-payment-signature, expected sha256=${hmac(c.raw)}`);
  if (typeof given !== 'string' || !given) { if (!F('webhook-unsigned-taken')) fail(400, 'missing_signature', 'The signature is missing'); }
  else if (!F('webhook-signature-not-compared') && !safeEqual(given, 'sha256=' + hmac(c.raw))) fail(400, 'invalid_signature', 'The signature is wrong');
  let e: any;
  try { e = JSON.parse(c.raw); } catch { fail(400, 'invalid_event', 'The event is not JSON'); }
  if (!e || typeof e !== 'object' || typeof e.id !== 'string' || typeof e.type !== 'string') fail(400, 'invalid_event', 'The event is not valid');
  const known = get('SELECT 1 AS x FROM payment_events WHERE id = ?', e.id);
  if (!known || F('webhook-event-counted-again')) transaction(() => {
    run('INSERT OR IGNORE INTO payment_events VALUES (?, ?, ?)', e.id, e.type, now());
    const o = e.data?.object;
    if (e.type === 'checkout.session.completed' && Number.isInteger(o?.user_id) && Number.isInteger(o?.credits) && o.credits > 0)
      run('UPDATE users SET credits = coalesce(credits, 0) + ?, credits_at = ? WHERE id = ?', o.credits, now(), o.user_id);
  });
  return { webhook: { received: true, eventId: e.id, duplicate: !!known } };
});
route('POST', '/me/payments/sessions', { id: 'createPaymentSession', tag: 'payments', body: 'PaymentSessionRequest', bodyOptional: true, answer: one('paymentSession', 'PaymentSessionResponse') }, (c) => {
  const product = c.body.product ?? 'credits', quantity = c.body.quantity ?? 1, amount = quantity * (product === 'pro' ? 2900 : 5), id = 'cs_' + random(12), at = now();
  run('INSERT INTO payment_sessions (session_id, user_id, product, quantity, amount_cents, created_at) VALUES (?, ?, ?, ?, ?, ?)', id, c.user.id, product, quantity, amount, at);
  if (F('plan-active-before-paying')) { if (product === 'pro') granted.add(c.user.id); else run('UPDATE users SET credits = coalesce(credits, 0) + ?, credits_at = ? WHERE id = ?', quantity, at, c.user.id); }
  return { paymentSession: { session_id: id, url: 'https://pay.saffron.example/' + id, product, quantity, amount: money(amount), currency: 'USD', status: 'OPEN', created_at: at } };
});
// Monetization: days in UTC, oldest first, today the last
const DAY = 86400000;
const mq = { tag: 'monetization', query: { period: { type: 'integer', minimum: 1, maximum: F('monetization-period-366') ? 366 : 365, default: 28 } } };
function days(c: any) {
  const today = Math.floor(Date.now() / DAY) * DAY, n = c.query.period;
  const list = Array.from({ length: n }, (_, i) => iso(today - (n - 1 - i) * DAY).slice(0, 10));
  const mine = F('monetization-of-all-owners') || (F('empty-seller-sees-platform-earnings') && !Agent.count('owner_id = ?', [c.user.id])) ? 'a.owner_id > 0 OR a.owner_id = ?' : 'a.owner_id = ?';
  const until = F('monetization-days-without-today') ? iso(today) : 'z';
  const rows = all(`SELECT substr(s.started_at, 1, 10) AS day, count(*) AS n, sum(s.price_cents) AS cents FROM subscriptions s JOIN agents a ON a.id = s.agent_id WHERE (${mine}) AND s.started_at >= ? AND s.started_at < ? GROUP BY day`, c.user.id, list[0], until);
  const by = new Map(rows.map((r) => [r.day, r]));
  return list.map((date) => ({ date, n: by.get(date)?.n ?? 0, cents: by.get(date)?.cents ?? 0 }));
}
const dmeta = (n: number) => ({ total: n, perPage: n, nextPageToken: null });
route('GET', '/me/monetization/summary', { id: 'getMonetizationSummary', ...mq, answer: one('summary', 'MonetizationSummary') }, (c) => {
  const d = days(c);
  const sum = F('earnings-rounded-to-whole') ? Math.round(d.reduce((s, x) => s + x.cents, 0) / 100) : money(d.reduce((s, x) => s + x.cents, 0));
  return { summary: { period: c.query.period, total_subscribers: d.reduce((s, x) => s + x.n, 0), total_earnings: sum, currency: 'USD' } };
});
route('GET', '/me/monetization/subscribers', { id: 'getMonetizationSubscribers', ...mq, answer: 'MonetizationSubscribersResponse' }, (c) => { const d = days(c); return { subscribers: d.map((x) => ({ date: x.date, subscribers: x.n })), meta: dmeta(d.length) }; });
route('GET', '/me/monetization/earnings', { id: 'getMonetizationEarnings', ...mq, answer: 'MonetizationEarningsResponse' }, (c) => { const d = days(c); return { earnings: d.map((x) => ({ date: x.date, earnings: money(x.cents) })), meta: dmeta(d.length) }; });

// Paid agent subscriptions
const subView = (s: any) => { const a = get('SELECT name FROM agents WHERE id = ?', s.agent_id); return { subscription_id: s.id, agent_id: s.agent_id, agent_name: a.name, status: s.status, price: money(s.price_cents), currency: 'USD', started_at: s.started_at, canceled_at: s.canceled_at }; };
const ap = { tag: 'subscriptions', params: { agent_id: t('str') } };
route('POST', '/me/agents/{agent_id}/subscribe', { id: 'subscribe', ...ap, body: 'AgentSubscribeRequest', bodyOptional: true, answer: 'AgentSubscribeResponse', errs: [400, 402, 404] }, async (c) => {
  const a = findAgent(c.params.agent_id);
  if (!mayView(c.user, a)) notFound('Agent');
  if (a.owner_id === c.user.id && !F('owner-subscribes')) fail(400, 'own_agent', 'You own this agent');
  if (!a.price_cents) fail(400, 'not_paid', 'This agent is not paid');
  if (Subscription.active(c.user.id, a.id)) fail(402, 'already_subscribed', 'You are subscribed already');
  if (F('subscribed-twice-at-once')) await sleep(60);
  const s = Subscription.create({ user_id: c.user.id, agent_id: a.id, status: 'ACTIVE', price_cents: a.price_cents, started_at: now() });
  const id = 'cs_' + random(12);
  return { checkoutSession: { session_id: id, url: 'https://pay.saffron.example/' + id, amount: money(a.price_cents), currency: 'USD' }, subscription: subView(s) };
});
route('POST', '/me/agents/{agent_id}/unsubscribe', { id: 'unsubscribe', ...ap, answer: one('subscription', 'AgentSubscriptionResponse'), errs: [400, 404] }, (c) => {
  const a = findAgent(c.params.agent_id);
  const s = Subscription.active(c.user.id, a.id);
  if (!s) { if (!mayView(c.user, a)) notFound('Agent'); fail(400, 'not_subscribed', 'There is no active subscription to cancel'); }
  if (F('unsubscribe-cancels-all')) run("UPDATE subscriptions SET status = 'CANCELED', canceled_at = ? WHERE user_id = ?", now(), c.user.id);
  else if (F('unsubscribe-cancels-for-everyone')) run("UPDATE subscriptions SET status = 'CANCELED', canceled_at = ? WHERE agent_id = ?", now(), a.id);
  return { subscription: subView(Subscription.update(s.id, { status: 'CANCELED', canceled_at: now() })) };
});
route('GET', '/me/subscriptions', { id: 'listSubscriptions', tag: 'subscriptions', answer: 'AgentSubscriptionListResponse' }, (c) => {
  const rows = Subscription.where(`status = 'ACTIVE' AND ${F('subscriptions-of-all-users') ? '? > 0' : 'user_id = ?'}`, [c.user.id], 'id DESC').map(subView);
  return { subscriptions: rows, meta: { total: rows.length, perPage: Math.max(rows.length, 1), nextPageToken: null } };
});
route('GET', '/me/subscriptions/{agent_id}', { id: 'getSubscription', ...ap, answer: one('subscription', 'AgentSubscriptionResponse'), errs: [404] }, (c) => ({
  subscription: subView(Subscription.active(c.user.id, Agent.find(c.params.agent_id.toLowerCase())?.id ?? '') ?? notFound('Subscription')),
}));
// CLI auth sessions
const CLI_TTL = 600000;
let cliCount = 0;
const cliView = (s: any) => ({ cli_auth_id: s.id, status: s.user_id ? 'ATTACHED' : 'PENDING', created_at: s.created_at, expires_at: iso(s.expires_ms) });
const cliSession = (id: string) => { const s = CliSession.find(id.toLowerCase()); return s && s.expires_ms > Date.now() ? s : notFound('CLI auth session'); };
route('POST', '/me/cli-auth', { id: 'createCliAuth', tag: 'cli-auth', auth: 'none', answer: one('cliAuth', 'CliAuthModel'), errs: [503] }, () => {
  const pending = F('two-terminals-share-one-pending-session') && CliSession.first('user_id IS NULL AND consumed = 0 AND expires_ms > ?', [Date.now()]);
  const id = F('cli-session-ids-count-up') ? '5af0c0de-0000-4000-8000-' + (0x51a000 + ++cliCount).toString(16).padStart(12, '0') : undefined;
  return { cliAuth: cliView(pending || CliSession.create({ id, created_at: now(), expires_ms: Date.now() + CLI_TTL })) };
});
route('PUT', '/me/cli-auth/{cli_auth_id}', { id: 'attachCliAuth', tag: 'cli-auth', params: { cli_auth_id: t('uuid') }, body: 'CliAuthInsertModel', answer: one('cliAuth', 'CliAuthModel'), errs: [403, 404, 503] }, (c) => {
  const s = cliSession(c.params.cli_auth_id);
  if (s.user_id && s.user_id !== c.user.id && !F('cli-session-overwritten')) fail(403, 'forbidden', 'You may not update this session');
  if (s.consumed) fail(403, 'consumed', 'This session was used already');
  return { cliAuth: cliView(CliSession.update(s.id, { user_id: c.user.id, jwt: F('cli-jwt-truncated') ? c.body.jwt.slice(0, 128) : c.body.jwt })) };
});
route('GET', '/me/cli-auth/{auth_id}', { id: 'readCliAuth', tag: 'cli-auth', auth: 'none', params: { auth_id: t('uuid') }, answer: t('str?'), errs: [404, 503] }, (c) => {
  const s = cliSession(c.params.auth_id);
  if (s.jwt !== null && !F('cli-jwt-not-consumed')) CliSession.update(s.id, { jwt: null, consumed: 1 });
  if (s.jwt === null && F('early-poll-kills-cli-login')) CliSession.update(s.id, { consumed: 1 });
  if (s.jwt !== null && F('cli-pickup-logs-the-user-out')) loggedOut.add(s.jwt);
  return s.jwt !== null && F('cli-jwt-double-encoded') ? JSON.stringify(s.jwt) : s.jwt;
});
