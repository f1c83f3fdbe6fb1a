'use strict';
const { now, jwtOf } = require('./lib'); const { TOOLS, TOOLSETS } = require('./tools'); const crypto = require('crypto');
const A = (n) => `a9e1f000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const USERS = [['olga@rowan.example', 'Olga Own', 'pro'], ['otto@rowan.example', 'Otto Other', 'pro'], ['sam@rowan.example', 'Sam Sandbox', 'sandbox'], ['clara@rowan.example', 'Clara Creator', 'pro'], ['nils@rowan.example', 'Nils Nocredits', 'pro']];
const KEYS = ['own', 'other', 'sandbox', 'creator', 'nocredits'].map(n => 'awk_' + crypto.createHash('sha256').update('rowan-key-' + n).digest('hex').slice(0, 40));
const JWTS = USERS.map(([e, n], i) => jwtOf(i + 1, e, n));
const WEBHOOK_SECRET = 'whsec_rowan_2026';
const WEBHOOK_BODY = JSON.stringify({ event_id: 'evt_rowan_fixture_1', type: 'invoice.paid', data: { agent_id: A(5), payer_id: 2, amount_cents: 900 } });
const signBody = (b) => 'sha256=' + crypto.createHmac('sha256', WEBHOOK_SECRET).update(b).digest('hex');
// id, owner, title, prompt, visibility, slug, price
const AGENTS = [
  [1, 1, 'Parrot', 'Repeat what the user says.', 'public', 'parrot', null],
  [2, 1, 'Cruncher', 'Run long jobs in the background.', 'public', null, null],
  [3, 4, 'Gold adviser', 'Advise on gold.', 'public', 'gold-adviser', 1500],
  [4, 4, 'Free helper', 'Help everybody.', 'public', 'free-helper', null],
  [5, 1, 'Own paid coach', 'Coach for money.', 'public', 'own-coach', 900],
  [6, 4, 'Daily news', 'Tell the news.', 'public', null, 700],
  [7, 4, 'Weekly news', 'Tell the news of the week.', 'public', null, 400],
  [8, 2, 'Secret of Otto', 'Keep the secret of Otto.', 'private', null, null],
  [9, 4, 'Handshake', 'Sold by hand, without a payment provider.', 'public', null, 100],
];
async function seed(q) {
  const day = 864e5, T = Date.now();
  for (const [i, [e, n, t]] of USERS.entries()) {
    await q('INSERT INTO users (email, display_name, tier, plan_code, created_at) VALUES (?,?,?,?,?)', [e, n, t, t === 'pro' ? 'pro_monthly' : null, now(T - 400 * day)]);
    if (i !== 4) await q('INSERT INTO credits VALUES (?,?,?)', [i + 1, 1000000, now()]);
    await q('INSERT INTO api_keys (user_id, label, key_value, is_default, created_at) VALUES (?,?,?,1,?)', [i + 1, 'default', KEYS[i], now(T - 390 * day)]);
    await q('INSERT INTO connections (user_id, service_id, namespace, account_iden) VALUES (?,?,?,?)', [i + 1, 'default', 'global', 'ntu' + crypto.createHash('md5').update(e).digest('hex').slice(0, 12)]);
  }
  await q("INSERT INTO connections (user_id, service_id, namespace, account_iden) VALUES (1,'work','global','ntuwork0001')");
  for (const [n, u, title, p, v, slug, price] of AGENTS)
    await q('INSERT INTO agents (id, agent_id, user_id, title, prompt_text, visibility, slug, price_cents, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?,?,?)', [n, A(n), u, title, p, v, slug, price, now(T - (300 - n) * day), now(T - (300 - n) * day)]);
  const sub = (u, a, ref, ago, gone) => q('INSERT INTO subscriptions (user_id, agent_num, status, session_id, provider_ref, started_at, canceled_at, created_at) VALUES (?,?,?,?,?,?,?,?)', [u, a, gone ? 'canceled' : 'active', null, ref, now(T - ago * day), gone ? now(T - gone * day) : null, now(T - ago * day)]);
  await sub(1, 6, 'sub_rowan_1', 40); await sub(1, 7, 'sub_rowan_2', 20); await sub(2, 6, 'sub_rowan_3', 15);
  await sub(2, 5, 'sub_rowan_4', 200); await sub(4, 5, 'sub_rowan_5', 28); await sub(5, 5, 'sub_rowan_6', 60, 10); await sub(2, 9, null, 5);
  for (const ago of [0, 1, 3, 10, 27, 28, 29, 40, 90, 200, 364, 365]) await q('INSERT INTO payments (owner_id, agent_num, payer_id, amount_cents, paid_at) VALUES (?,?,?,?,?)', [1, 5, ago % 2 ? 4 : 2, 900 + ago, now(Math.min(T, Math.floor(T / day) * day + 1000) - ago * day)]);
  await q('INSERT INTO payments (owner_id, agent_num, payer_id, amount_cents, paid_at) VALUES (4,6,1,700,?)', [now(T - 10 * day)]);
  await q('INSERT INTO webhook_events (event_id, type, created_at) VALUES (?,?,?)', ['evt_rowan_fixture_1', 'invoice.paid', now()]);
  for (const t of TOOLS) await q('INSERT INTO tools (tool_id, title, toolset_name, description, input_schema, needs_connection) VALUES (?,?,?,?,?,?)', [t.tool_id, t.title, t.toolset, t.description, JSON.stringify(t.schema), t.conn]);
  for (const t of TOOLSETS) await q('INSERT INTO toolsets (toolset_name, title, description) VALUES (?,?,?)', t);
  for (const [c, o] of [['WELCOME-ROWAN-2026', 4], ['SPRING-ROWAN-2026', 4], ['SUMMER-ROWAN-2026', null], ['OLGA-ROWAN-2026', 1], ['OTTO-ROWAN-2026', 2]]) await q('INSERT INTO vip_codes (vip_code, owner_id, perk) VALUES (?,?,?)', [c, o, 'early_access']);
}
module.exports = { seed, A, KEYS, JWTS, USERS, WEBHOOK_SECRET, WEBHOOK_BODY, signBody };
