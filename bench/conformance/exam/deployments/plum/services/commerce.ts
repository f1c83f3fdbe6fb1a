// Subscriptions, monetization, credits, keys, payments.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, users, apiKeys, subscriptions, earnings, payments, webhookEvents, transaction, stamp, cuid, iso, isoOrNull, me, fault, sleep, ApiError, badRequest, notFound } from '#lib';
import { findAgent } from './agents.ts';

export const subscriptionView = (s: any) => ({ id: s.id, agent_id: s.agent_id, status: s.status, priceCents: s.price_cents, currency: 'usd', providerSubscriptionId: s.provider_id, createdAt: iso(s.created), canceledAt: isoOrNull(s.canceled) });
const checkouts = new Map<string, string>(); // FAULT: by agent
export async function subscribe(agentId: string) {
  const a = findAgent(agentId), user = me();
  if (a.owner_id !== user.id && a.visibility !== 'public') throw notFound('Agent');
  if (!a.price_cents) throw badRequest('not_paid', 'This agent is not paid.');
  if (a.owner_id === user.id && !fault('owner-may-subscribe')) throw badRequest('own_agent', 'You own this agent.');
  const old = subscriptions.one('agent_id = ? AND user_id = ?', a.agent_id, user.id);
  if (old?.status === 'active' || (old && fault('resubscribe-refused'))) throw new ApiError(402, 'already_subscribed', 'You are subscribed to this agent already.');
  if (fault('subscribe-twice-at-once')) await sleep(25); // the checkout session is created before the row is taken
  const at = stamp(), checkout = (fault('checkout-session-shared-by-users') && checkouts.get(a.agent_id)) || 'cs_' + cuid();
  if (fault('checkout-session-shared-by-users')) checkouts.set(a.agent_id, checkout);
  transaction(() => {
    subscriptions.remove('agent_id = ? AND user_id = ?', a.agent_id, user.id);
    subscriptions.insert({ id: cuid(), agent_id: a.agent_id, user_id: user.id, owner_id: a.owner_id, status: 'active', provider_id: 'sub_' + cuid(), price_cents: a.price_cents, created: at, canceled: null });
    earnings.insert({ id: cuid(), owner_id: a.owner_id, agent_id: a.agent_id, amount_cents: a.price_cents, created: at });
  });
  return { id: checkout, agent_id: a.agent_id, checkoutSessionId: checkout, checkoutUrl: `https://pay.plum.example/c/${checkout}`, status: 'active', priceCents: a.price_cents };
}
export function unsubscribe(agentId: string) {
  const a = findAgent(agentId);
  const s = subscriptions.one('agent_id = ? AND user_id = ?', a.agent_id, me().id);
  if (!s || s.status !== 'active') throw badRequest('no_active_subscription', 'There is no active subscription to cancel.');
  if (!s.provider_id) throw badRequest('no_provider_subscription', 'The payment provider has no such subscription.');
  if (fault('unsubscribe-everyone')) sql("UPDATE subscriptions SET status = 'canceled', canceled = ? WHERE agent_id = ?").run(stamp(), a.agent_id);
  return subscriptions.update(s.id, { status: 'canceled', canceled: stamp() });
}

const DAY = 86_400_000;
function days(period: number): string[] {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  return Array.from({ length: period }, (_, i) => new Date(today - (period - 1 - i) * DAY).toISOString().slice(0, 10));
}
export function dailyEarnings(period: number) {
  const list = days(period), from = Date.parse(list[0]) * 1000;
  const sums = new Map<string, number>();
  for (const e of earnings.all('owner_id = ? AND created >= ?', me().id, from)) { const d = iso(e.created).slice(0, 10); sums.set(d, fault('earnings-last-of-day') ? e.amount_cents : (sums.get(d) ?? 0) + e.amount_cents); }
  return list.map((date) => ({ date, amountCents: sums.get(date) ?? 0 }));
}
export function dailySubscribers(period: number) {
  const subs = fault('subscribers-of-everyone') ? subscriptions.all('1 = 1') : subscriptions.all('owner_id = ?', me().id);
  return days(period).map((date) => {
    const end = (Date.parse(date) + DAY) * 1000;
    return { date, count: subs.filter((s) => s.created < end && (s.canceled === null || s.canceled >= end)).length };
  });
}
export function summary(period: number) {
  const total = fault('summary-of-all-time') ? earnings.all('owner_id = ?', me().id).reduce((s, e) => s + e.amount_cents, 0) : dailyEarnings(period).reduce((s, d) => s + d.amountCents, 0);
  return { period, totalSubscribers: dailySubscribers(period).at(-1)!.count, totalEarningsCents: total, currency: 'usd' };
}

export const creditsView = (balance: number) => ({ user_id: me().id, balance, updatedAt: iso(stamp()) });
export function credits(): number {
  const u = users.get(me().id);
  if (u.credits === null) throw notFound('Credits');
  return u.credits;
}
export async function useCredit(): Promise<number> {
  if (fault('credits-lost-update')) {
    const left = credits();
    if (left <= 0) throw notFound('Credits');
    await sleep(5);
    return users.update(me().id, { credits: left - 1 }).credits;
  }
  const row = sql(`UPDATE users SET credits = credits - 1 WHERE id = ? ${fault('credits-below-zero') ? '' : 'AND credits > 0'} RETURNING credits`).get(me().id) as any;
  if (!row) throw notFound('Credits');
  return row.credits;
}

export const keyHidden = (k: any) => ({ id: k.id, api_key_id: k.id, name: k.name, isDefault: k.is_default, createdAt: iso(k.created) });
export const keyFull = (k: any) => ({ ...keyHidden(k), key: k.key });
export const newKey = () => 'plum_live_' + randomBytes(20).toString('hex');
export function createKey(input: any) {
  return transaction(() => {
    const first = apiKeys.count('user_id = ? AND is_default = 1', me().id) === 0;
    const is_default = first || input.isDefault === true;
    if (is_default && !fault('two-default-keys')) sql('UPDATE api_keys SET is_default = 0 WHERE user_id = ?').run(me().id);
    return apiKeys.insert({ user_id: me().id, name: input.name ?? 'API key', key: newKey(), is_default, created: stamp() });
  });
}
export function findKey(id: number) {
  const k = apiKeys.get(id);
  if (!k || (k.user_id !== me().id && !fault('key-of-other-user'))) throw notFound('API key');
  return k;
}
export function deleteKey(id: number) {
  const k = findKey(id);
  transaction(() => {
    apiKeys.remove('id = ?', id);
    if (k.is_default && !fault('default-key-not-passed-on')) sql('UPDATE api_keys SET is_default = 1 WHERE id = (SELECT MIN(id) FROM api_keys WHERE user_id = ?)').run(k.user_id);
  });
  return k;
}
export function defaultKey() {
  const list = apiKeys.all('user_id = ? ORDER BY id', me().id);
  if (fault('default-key-get-makes-keys')) return createKey({ name: 'Default', isDefault: true });
  if (fault('default-key-not-passed-on')) return list.find((k) => k.is_default) ?? (() => { throw new Error('no default key'); })();
  return list.find((k) => k.is_default) ?? list[0] ?? createKey({ name: 'Default', isDefault: true });
}

const WEBHOOK_SECRET = 'whsec_plum_test_secret';
export const sign = (body: Buffer | string) => 'sha256=' + createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
export function webhook(raw: Buffer, signature: string | undefined) {
  if (!signature) throw badRequest('missing_signature', 'The signature header is missing.');
  const want = Buffer.from(fault('webhook-signs-ascii') ? sign(raw.toString('latin1')) : sign(raw)), got = Buffer.from(signature.trim());
  const good = want.length === got.length && timingSafeEqual(want, got);
  if (!good && !(fault('webhook-signature-unchecked') && signature.startsWith('sha256='))) throw badRequest('invalid_event', 'The signature does not match.');
  let event: any;
  try { event = JSON.parse(raw.toString('utf8')); } catch { throw badRequest('invalid_event', 'The event is not valid JSON.'); }
  if (!event || typeof event !== 'object' || Array.isArray(event) || typeof event.type !== 'string' || !event.type || (event.id !== undefined && typeof event.id !== 'string')) throw badRequest('invalid_event', 'The event has no type.');
  const id = event.id ?? cuid();
  let duplicate = false;
  transaction(() => {
    if (webhookEvents.get(id) && !fault('webhook-replay-credits')) { duplicate = true; return; }
    webhookEvents.insert({ id, type: event.type, created: stamp() }, 'OR IGNORE');
    const p = event.type === 'checkout.session.completed' && typeof event.data?.object?.id === 'string' ? payments.get(event.data.object.id) : null;
    if (p && (p.status === 'open' || fault('webhook-replay-credits'))) {
      payments.update(p.session_id, { status: 'completed' });
      sql('UPDATE users SET credits = COALESCE(credits, 0) + ? WHERE id = ?').run(p.credits, p.user_id);
    }
  });
  return { received: true, status: 'success', duplicate };
}
export function paymentSession(input: any) {
  const amount = input.amountCents ?? 1000, id = 'cs_' + cuid();
  const cents = fault('payment-float-cents') ? Math.floor((amount / 100) * 100) : amount;
  const p = payments.insert({ session_id: id, user_id: me().id, amount_cents: cents, credits: Math.floor(amount / 10), currency: input.currency ?? 'usd', status: 'open', success_url: input.successUrl ?? null, cancel_url: input.cancelUrl ?? null, created: stamp() });
  return { id, sessionId: id, url: `https://pay.plum.example/c/${id}`, amountCents: p.amount_cents, credits: p.credits, currency: p.currency, status: p.status, createdAt: iso(p.created) };
}
