'use strict';
// API keys, billing, credits, payments, monetization.
const { hookSign, crypto } = require('./core.js');
const DAY = 864e5;
module.exports = (app) => {
  const { S, F, E, route, now } = app;
  const hidden = (k) => ({ api_key_id: k.api_key_id, label: k.label, is_default: k.is_default, tail: k.secretKey.slice(-4), created_on: k.created_on });
  const full = (k) => ({ ...hidden(k), secretKey: k.secretKey });
  const keys = (u) => S.keys.filter((k) => k.owner === u.user_id);
  const make = (u, label) => {
    const k = { api_key_id: ++S.nextKey, owner: u.user_id, label, is_default: !keys(u).length, secretKey: `hb-key-${u.user_id}-${crypto.randomBytes(8).toString('hex')}`, created_on: now() };
    S.keys.push(k); return k;
  };
  route('GET', '/me/api-keys', { auth: true, res: { 200: ['ApiKeyHidden'] } }, ({ u }) => {
    let l = F('keys-of-everybody') ? S.keys : keys(u);
    if (F('keys-list-newest-missing') && l.length > 2) l = l.slice(0, -1);
    return l.map(F('keys-list-shows-key') ? full : hidden);
  });
  route('POST', '/me/api-keys', { auth: true, body: 'ApiKeyCreate', res: { 200: 'ApiKey' } }, ({ u, b }) => {
    if (F('key-create-becomes-default')) keys(u).forEach((k) => { k.is_default = true; });
    const k = make(u, b.label ?? `key ${S.nextKey + 1}`);
    if (F('key-create-same-key')) k.secretKey = keys(u)[0].secretKey;
    if (F('key-create-hides-key')) return { ...full(k), secretKey: '********' };
    return full(k);
  });
  route('GET', '/me/api-keys/default', { auth: true, res: { 200: 'ApiKey' } }, ({ u }) => {
    if (F('key-default-new-each-time')) { keys(u).forEach((k) => { k.is_default = false; }); const k = make(u, 'default'); k.is_default = true; return full(k); }
    if (F('key-default-last-made')) return full(keys(u).pop());
    return full(keys(u).find((k) => k.is_default) || make(u, 'default'));
  });
  const id = { api_key_id: { type: 'integer' } }, nf = { 404: 'no such key' };
  const own = (u, p, leak) => { const k = S.keys.find((x) => x.api_key_id === p.api_key_id && (x.owner === u.user_id || leak)); if (!k) throw new E(404, 'no such key'); return k; };
  route('GET', '/me/api-keys/{api_key_id}', { auth: true, path: id, res: { 200: 'ApiKey' }, err: nf }, ({ u, p }) => full(own(u, p, F('key-get-foreign'))));
  route('DELETE', '/me/api-keys/{api_key_id}', { auth: true, path: id, res: { 200: 'ApiKeyHidden' }, err: nf }, ({ u, p }) => {
    const k = own(u, p);
    if (F('key-delete-nothing')) return hidden(k);
    S.keys.splice(S.keys.indexOf(k), 1); (S.goneKeys ||= []).push(k);
    const first = keys(u)[0]; if (k.is_default && first) first.is_default = true;
    return F('key-delete-shows-key') ? full(k) : hidden(k);
  });
  route('GET', '/me/billing', { auth: true, res: { 200: 'BillingInformationSubscription' } }, ({ u }) => {
    if (F('billing-of-first-reader')) u = S.billed ||= u;
    return { user_id: u.user_id, plan: u.plan, active: u.plan === 'plus', renews_on: u.plan === 'plus' ? u.joined_on + 120 * DAY : null };
  });
  const credits = (u) => { if (!u.credits) throw new E(404, 'credits not found'); return u.credits; };
  route('GET', '/me/credits', { auth: true, res: { 200: 'AgentExecutionCredits' }, err: { 404: 'credits not found' } }, ({ u }) => {
    const c = credits(u);
    if (F('credits-cached')) return S.creditCache?.[u.user_id] || ((S.creditCache ||= {})[u.user_id] = { ...c });
    return { ...c };
  });
  route('POST', '/me/credits/use', { auth: true, res: { 200: 'AgentExecutionCredits' }, err: { 404: 'no credits left' } }, async ({ u }) => {
    const c = credits(u);
    if (c.remaining < 1) throw new E(404, 'no credits left');
    if (F('credits-race')) { const r = c.remaining, sp = c.spent; await new Promise((ok) => setTimeout(ok, 25)); c.remaining = r - 1; c.spent = sp + 1; return { ...c }; }
    c.remaining -= F('credits-use-two') ? 2 : F('credits-use-adds') ? -1 : 1; c.spent++;
    if (F('credits-shared')) for (const x of S.users.values()) if (x !== u && x.credits) x.credits.remaining--;
    const out = { ...c };
    if (F('credits-use-not-kept')) { c.remaining++; c.spent--; }
    return out;
  });
  const hookBody = { type: 'object', description: 'an event of the payment provider, signed as hex HMAC-SHA256 of the body in X-Psp-Signature' };
  route('POST', '/me/payments/webhook', { auth: false, bodySchema: hookBody, res: { 200: 'PaymentWebhookResponseSuccess' }, err: { 400: 'missing signature or invalid event' } }, ({ req, raw }) => {
    const sig = req.headers['x-psp-signature'];
    if (!sig && !F('webhook-unsigned')) throw new E(F('webhook-unsigned-401') ? 401 : 400, 'the signature is missing');
    if (sig !== hookSign(raw) && !F('webhook-any-signature') && sig) throw new E(400, 'the signature does not fit');
    let ev; try { ev = JSON.parse(raw.toString('utf8')); } catch { ev = null; }
    if (!ev || typeof ev !== 'object' || typeof ev.event_id !== 'string') throw new E(F('webhook-invalid-500') ? 500 : 400, 'no event');
    if (!S.events.has(ev.event_id) || F('webhook-replay')) {
      S.events.add(ev.event_id);
      const u = S.users.get(F('webhook-credits-wrong-user') ? 7002 : ev.account);
      if (ev.kind === 'credits.bought' && u && Number.isInteger(ev.units) && !F('webhook-no-effect')) { u.credits ||= { remaining: 0, spent: 0 }; u.credits.remaining += ev.units; }
    }
    return { accepted: true };
  });
  route('POST', '/me/payments/sessions', { auth: true, body: 'PaymentSessionRequest', res: { 200: 'PaymentSessionResponse' } }, ({ u }) => {
    const ref = F('payment-session-shared') ? `ps_${u.user_id}` : `ps_${u.user_id}_${++S.sessions}`;
    return { session_ref: ref, checkout_link: `https://pay.harbour.example/${ref}` };
  });
  const period = { type: 'integer', minimum: 1, maximum: 365, default: 28 };
  const day = (t) => new Date(t).toISOString().slice(0, 10);
  const days = (n) => Array.from({ length: n }, (_, k) => day(Date.now() - (n - 1 - k) * DAY));
  const pays = (u, n) => { const first = days(n)[0]; return S.pays.filter((x) => (x.owner === u.user_id || F('monetization-of-all')) && day(x.at) >= first); };
  const subsAt = (u, d) => S.subs.filter((s) => S.agents.get(s.agent_id)?.owner === u.user_id && day(s.since) <= d && (s.state === 'active' || day(s.until) > d)).length;
  const per = (q, req) => F('period-default-30') && !/period=/.test(req.url) ? 30 : F('period-ignored') ? 28 : q.period;
  route('GET', '/me/monetization/summary', { auth: true, query: { period }, res: { 200: 'MonetizationSummary' } }, ({ u, q, req }) => {
    const n = per(q, req), sum = pays(u, F('summary-all-time') ? 365 : n).reduce((a, x) => a + x.cents, 0);
    return { period: n, subscriberTotal: F('summary-own-subscriptions') ? S.subs.filter((s) => s.user === u.user_id && s.state === 'active').length : subsAt(u, day(Date.now())), earnedCents: sum };
  });
  route('GET', '/me/monetization/subscribers', { auth: true, query: { period }, res: { 200: 'MonetizationSubscribersResponse' } }, ({ u, q, req }) => {
    const n = per(q, req); let l = days(n).map((d) => ({ day: d, subscribers: subsAt(u, d) }));
    if (F('subscribers-day-missing')) l = l.slice(0, -1);
    if (F('subscribers-never-ending')) l.forEach((x) => { x.subscribers = S.subs.filter((s) => S.agents.get(s.agent_id)?.owner === u.user_id && day(s.since) <= x.day).length + 1; });
    return { period: n, days: l };
  });
  route('GET', '/me/monetization/earnings', { auth: true, query: { period }, res: { 200: 'MonetizationEarningsResponse' } }, ({ u, q, req }) => {
    const n = per(q, req), ps = pays(u, n);
    let l = days(n).map((d) => ({ day: d, cents: ps.filter((x) => day(x.at) === d).reduce((a, x) => a + x.cents, 0) }));
    if (F('earnings-today-missing')) l[l.length - 1].cents = 0;
    if (F('earnings-days-twice') && l.length > 7) l[l.length - 2] = { ...l[l.length - 1] };
    return { period: n, days: l };
  });
};
