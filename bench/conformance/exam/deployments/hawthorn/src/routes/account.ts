/** API keys, billing, credits, payments, monetization, the user, VIP codes, CLI sessions. */
import { z } from 'zod';
import { timingSafeEqual, randomBytes } from 'node:crypto';
import { op, Ctx } from '../router.js';
import { db, lock, unlocked, Rec } from '../db.js';
import { hashKey } from '../seed.js';
import { F, fail, iso, nano, notFound, readJwt, uuid, webhookSign, sleep } from '../lib.js';

/* ---- API keys ---- */
const hidden = (r: Rec) => ({
  api_key_id: Number(r.id), name: r.d.name, key_hint: `…${r.d.key.slice(-4)}`, is_default: r.d.is_default, created_at: iso(r.ts),
});
const shown = (r: Rec) => ({ ...hidden(r), key: r.d.key });
async function makeKey(user: string, name: string, is_default: boolean) {
  const key = `hwk_${randomBytes(20).toString('hex')}`;
  const n = await db.seq('keys');
  const put: [string, ...any[]] = ['put', 'keys', String(n), user, hashKey(key), { name, key, is_default, last_used_at: null }];
  const unset: [string, ...any[]] = ['q', "UPDATE keys SET doc=json_set(doc,'$.is_default',json('false')) WHERE user_id=?", [user]];
  const out = await db.tx(...(is_default && !F('two-default-keys') ? [unset, put] : [put]));
  return out[out.length - 1] as Rec;
}
const userKeys = (c: Ctx) => db.byUser('keys', c.user.user_id);
async function keyFor(c: Ctx) {
  const r = await db.get('keys', c.path.api_key_id);
  return r && r.user_id === c.user.user_id ? r : notFound('API key');
}
op('GET', '/me/api-keys', { res: 'ApiKeyHidden[]', errs: [500] }, async (c) => (await userKeys(c)).map(F('key-list-shows-values') ? shown : hidden));
op('POST', '/me/api-keys', { body: z.object({ name: z.string().min(1).max(200).default('API key'), is_default: z.boolean().default(false) }), res: 'ApiKey', errs: [500] }, async (c) =>
  lock(`keys:${c.user.user_id}`, async () => {
    const first = !(await userKeys(c)).length;
    const r = await makeKey(c.user.user_id, c.body.name, c.body.is_default || first);
    return F('key-answer-other-name') ? { ...shown(r), name: r.d.name.toLowerCase() } : shown(r);
  }));
op('GET', '/me/api-keys/default', { res: 'ApiKey', errs: [500] }, async (c) =>
  lock(`keys:${c.user.user_id}`, async () => shown((await userKeys(c)).find((k) => k.d.is_default) ?? (await makeKey(c.user.user_id, 'Default', true)))));
op('GET', '/me/api-keys/{api_key_id}', { params: { api_key_id: 'int' }, res: 'ApiKey', errs: [404, 500] }, async (c) => shown(await keyFor(c)));
op('DELETE', '/me/api-keys/{api_key_id}', { params: { api_key_id: 'int' }, res: 'ApiKeyHidden', errs: [404, 500] }, async (c) =>
  lock(`keys:${c.user.user_id}`, async () => {
    const r = await keyFor(c);
    await db.del('keys', r.id);
    const rest = await userKeys(c);
    if (r.d.is_default && rest.length) await db.patch('keys', rest[0].id, { is_default: true });
    return hidden(r);
  }));

/* ---- billing, credits, payments ---- */
op('GET', '/me/billing', { res: 'BillingInformationSubscription', errs: [500] }, async (c) => {
  const paid = c.user.tier !== 'sandbox';
  const d = new Date();
  const end = new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1));
  return { plan: c.user.tier, status: 'active', amount: paid ? 20 : 0, amount_micros: paid ? 20000000 : 0, currency: 'usd', current_period_end: end.toISOString(), cancel_at_period_end: false };
});
const credits = (r: any) => ({ balance: r.d.balance, balance_micros: r.d.balance * 1000000 });
op('GET', '/me/credits', { res: 'AgentExecutionCredits', errs: [404, 500] }, async (c) => {
  const r = await db.get('credits', c.user.user_id);
  return r ? credits(r) : notFound('Credits');
});
op('POST', '/me/credits/use', { res: 'AgentExecutionCredits', errs: [404, 500] }, async (c) => {
  if (F('credits-lost-update')) {
    const r = (await db.get('credits', c.user.user_id))!;
    await sleep(5);
    return credits((await db.patch('credits', r.id, { balance: r.d.balance - 1 }))!);
  }
  const rows = await db.q("UPDATE credits SET doc=json_set(doc,'$.balance',json_extract(doc,'$.balance')-1) WHERE id=? AND json_extract(doc,'$.balance')>0 RETURNING doc", c.user.user_id);
  return rows.length ? credits({ d: JSON.parse(rows[0].doc) }) : notFound('Credits');
});
op('POST', '/me/payments/webhook', { auth: 'none', res: 'PaymentWebhookResponseSuccess', errs: [400] }, async (c) => {
  const sig = c.headers['x-payhook-signature'];
  if (!sig) fail(400, 'missing_signature', 'Signature header is missing');
  const want = Buffer.from(webhookSign(c.raw));
  const got = Buffer.from(String(sig).trim());
  if (!F('webhook-signature-not-compared') && (got.length !== want.length || !timingSafeEqual(got, want))) fail(400, 'invalid_signature', 'Signature does not match');
  const Event = z.object({ id: z.string().min(1), type: z.string().min(1), data: z.record(z.string(), z.unknown()).default({}) });
  let event: z.infer<typeof Event>;
  try {
    event = Event.parse(JSON.parse(c.raw.toString()));
  } catch {
    return fail(400, 'invalid_event', 'Invalid event');
  }
  return lock(`event:${event.id}`, async () => {
    const duplicate = !!(await db.get('events', event.id));
    if (!duplicate) await db.put('events', event.id, null, null, event);
    return { received: true, event_id: event.id, duplicate };
  });
});
const SessionRequest = z.object({ credits: z.int().min(1).max(100000), success_url: z.string().nullish(), cancel_url: z.string().nullish() });
op('POST', '/me/payments/sessions', { body: SessionRequest, res: 'PaymentSessionResponse' }, async (c) => {
  const id = nano('ps', 24);
  return { session_id: id, url: `https://pay.hawthorn.test/${id}`, credits: c.body.credits, amount: c.body.credits / 100, amount_micros: c.body.credits * 10000, currency: 'usd' };
});

/* ---- monetization ---- */
const Period = z.object({ period: z.int().min(1).max(365).default(28) });
const DAY = 86400e6;
async function report(c: Ctx) {
  let period = c.query.period;
  if (F('monetization-default-30') && !c.url.searchParams.has('period')) period = 30;
  const today = Math.floor((Date.now() * 1000) / DAY);
  const from = (today - period + 1) * DAY;
  const subs = await db.rows("SELECT * FROM subs WHERE json_extract(doc,'$.owner')=? AND ts>=? AND json_extract(doc,'$.status')='active'", c.user.user_id, from);
  const pays = F('earnings-of-everyone')
    ? await db.rows('SELECT * FROM payments WHERE ts>=?', from)
    : await db.rows('SELECT * FROM payments WHERE user_id=? AND ts>=?', c.user.user_id, from);
  const days = Array.from({ length: period }, (_, i) => iso((today - period + 1 + i) * DAY).slice(0, 10));
  const on = (rows: Rec[], day: string) => rows.filter((r) => iso(r.ts).slice(0, 10) === day);
  const sum = (rows: Rec[]) => rows.reduce((n, r) => n + r.d.amount_micros, 0);
  return { period, days, subs, pays, on, sum };
}
const totals = (r: any) => {
  const micros = r.sum(r.pays);
  return { period: r.period, total_subscribers: r.subs.length, total_earnings: micros / 1e6, total_earnings_micros: micros };
};
op('GET', '/me/monetization/summary', { query: Period, res: 'MonetizationSummary' }, async (c) => totals(await report(c)));
op('GET', '/me/monetization/subscribers', { query: Period, res: 'MonetizationSubscribersResponse' }, async (c) => {
  const r = await report(c);
  const days = F('daily-counts-miss-today') ? r.days.slice(0, -1) : r.days;
  return { ...totals(r), records: days.map((date) => ({ date, subscribers: r.on(r.subs, date).length })) };
});
op('GET', '/me/monetization/earnings', { query: Period, res: 'MonetizationEarningsResponse' }, async (c) => {
  const r = await report(c);
  return { ...totals(r), records: r.days.map((date) => ({ date, earnings: r.sum(r.on(r.pays, date)) / 1e6, earnings_micros: r.sum(r.on(r.pays, date)) })) };
});

/* ---- the user, VIP codes ---- */
let current: any;
op('GET', '/me/', { res: 'UserWithTier' }, async (c) => {
  current = c.user;
  const [n] = await db.q('SELECT count(*) AS n FROM agents WHERE user_id=?', c.user.user_id);
  if (F('user-in-module-variable')) await sleep(15);
  const u = F('user-in-module-variable') ? current : c.user;
  return { user_id: u.user_id, email: u.email, name: u.name, tier: u.tier, agent_count: n.n };
});
op('GET', '/me/vip', { res: 'VipCodeRedemptionCount', errs: [400] }, async (c) => {
  const [n] = F('vip-count-of-all-users')
    ? await db.q('SELECT count(*) AS n FROM vip_redemptions')
    : await db.q('SELECT count(*) AS n FROM vip_redemptions WHERE user_id=?', c.user.user_id);
  return { count: n.n };
});
op('POST', '/me/vip', { body: z.object({ code: z.string() }), res: 'VipCodeRedeemed', errs: [400] }, async (c) => {
  const code = await db.get('vip_codes', c.body.code);
  if (!code) return fail(400, 'invalid_code', 'Invalid VIP code');
  if (code.user_id === c.user.user_id && !F('own-vip-code-taken')) fail(400, 'own_code', 'Own codes cannot be redeemed');
  const one = F('vip-redeem-not-locked') ? unlocked : lock;
  return one(`vip:${c.user.user_id}`, async () => {
    const old = await db.rows('SELECT * FROM vip_redemptions WHERE user_id=? AND parent=?', c.user.user_id, code.id);
    if (old.length) fail(400, 'already_redeemed', 'Code already redeemed');
    const r = await db.put('vip_redemptions', nano('vip'), c.user.user_id, code.id, {});
    return { code: code.id, redeemed_at: iso(r.ts) };
  });
});

/* ---- CLI auth ---- */
const TTL = 600e6;
const session = (r: Rec) => ({ cli_auth_id: r.id, status: r.d.status, created_at: iso(r.ts), expires_at: iso(r.ts + TTL) });
async function sessionFor(id: string) {
  const r = await db.get('cli', id);
  return r && r.ts + TTL > Date.now() * 1000 ? r : notFound('CLI auth session');
}
op('POST', '/me/cli-auth', { auth: 'none', res: 'CliAuthModel', errs: [503] }, async () =>
  session(await db.put('cli', uuid(), null, null, { status: 'pending', jwt: null })));
op('PUT', '/me/cli-auth/{cli_auth_id}', { params: { cli_auth_id: 'uuid' }, body: z.object({ jwt: z.string().min(1) }), res: 'CliAuthModel', errs: [403, 404, 503] }, async (c) =>
  lock(`cli:${c.path.cli_auth_id}`, async () => {
    const r = await sessionFor(c.path.cli_auth_id);
    if (!F('cli-jwt-of-anyone') && readJwt(c.body.jwt)?.sub !== c.user.user_id) fail(403, 'forbidden', 'Not your JWT');
    const taken = r.d.owner && r.d.owner !== c.user.user_id && !F('cli-session-taken-over');
    if (taken || r.d.status === 'consumed') fail(403, 'forbidden', 'Not allowed to update this session');
    return session((await db.patch('cli', r.id, { status: 'attached', jwt: c.body.jwt, owner: c.user.user_id }))!);
  }));
const reads = new Map<string, string>();
op('GET', '/me/cli-auth/{auth_id}', { auth: 'none', params: { auth_id: 'uuid' }, res: 'string|null', errs: [404, 503] }, async (c) => {
  const one = F('cli-read-race') ? unlocked : lock;
  return one(`cli:${c.path.auth_id}`, async () => {
    const r = await sessionFor(c.path.auth_id);
    if (F('cli-jwt-kept-by-instance') && reads.has(r.id)) return reads.get(r.id);
    const jwt = r.d.jwt as string | null;
    if (jwt === null) return null;
    reads.set(r.id, jwt);
    if (reads.size > 1000) reads.clear();
    await db.patch('cli', r.id, { status: 'consumed', jwt: null });
    return jwt;
  });
});
