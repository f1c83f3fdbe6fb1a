// Fresh state of each start.
import { db } from './schema.mjs';
import { SERVICE, format, microseconds } from './db.mjs';
import { tools, toolsets } from './catalog.mjs';

export const OWN = '0b54cf6e-4f0c-4d0b-9a51-2f1f6a0e7c01';
export const OTHER = '5d3c2a18-7a44-4c57-8b1e-6f6f0d5b9e02';
export const SANDBOX = '9e8f7d65-11aa-4b3c-9c2d-3a4b5c6d7e03';
const fan = (i) => `c0ffee00-0000-4000-8000-0000000000${String(10 + i)}`;

const person = (user_id, nickname, tier) => {
  db.profiles.insert(SERVICE, { user_id, nickname, email: `${nickname}@rosemary.example`, avatar_url: `https://cdn.rosemary.example/avatars/${nickname}.png`, tier, metadata: {} });
  db.credits.insert(SERVICE, { user_id, balance: tier === 'sandbox' ? 8 : 5000, used: 0 });
};
person(OWN, 'olive', 'pro');
person(OTHER, 'otto', 'pro');
person(SANDBOX, 'sandy', 'sandbox');
for (let i = 0; i < 6; i++) person(fan(i), `fan${i + 1}`, 'free');

const key = (user_id, name, k) => db.api_keys.insert(SERVICE, { user_id, name, key: k });
key(OWN, 'default', 'rk_live_olive_4f1b7c0d9e2a43c8');
key(OTHER, 'default', 'rk_live_otto_8a6d5e3c1b0f47d2');
key(SANDBOX, 'default', 'rk_live_sandy_2c9e7f5a3d1b4860');

export const ids = {
  plain: 'a1111111-1111-4111-8111-111111111101', worker: 'a1111111-1111-4111-8111-111111111102', ownPaid: 'a1111111-1111-4111-8111-111111111103',
  paid: 'b2222222-2222-4222-8222-222222222201', unpaid: 'b2222222-2222-4222-8222-222222222202', private: 'b2222222-2222-4222-8222-222222222203',
  subscribed: 'b2222222-2222-4222-8222-222222222204', unsubscribe: 'b2222222-2222-4222-8222-222222222205',
};
const agent = (agent_id, user_id, name, more = {}) => db.agents.insert(SERVICE, { agent_id, user_id, name, chat_prompt: `You are ${name}.`, ...more });
agent(ids.plain, OWN, 'Plain Penny');
agent(ids.worker, OWN, 'Worker Walt');
agent(ids.ownPaid, OWN, 'Costly Cora', { is_paid: true, price: 4.35 });
agent(ids.paid, OTHER, 'Premium Pam', { is_paid: true, price: 9.99 });
agent(ids.unpaid, OTHER, 'Free Fred');
agent(ids.private, OTHER, 'Secret Sam', { visibility: 'private', vanity_slug: 'secret-sam' });
agent(ids.subscribed, OTHER, 'Steady Stan', { is_paid: true, price: 5 });
agent(ids.unsubscribe, OTHER, 'Leaving Lea', { is_paid: true, price: 3.5 });

const DAY = 86400e6;
const subscribe = (user_id, agent_id, daysAgo) => {
  const created_at = format(microseconds() - daysAgo * DAY);
  const { price } = db.agents.rows.get(agent_id);
  db.agent_subscriptions.insert(SERVICE, { user_id, agent_id, price, created_at, updated_at: created_at });
  db.payments.insert(SERVICE, { agent_id, user_id, amount: price, created_at });
};
subscribe(OWN, ids.subscribed, 12);
subscribe(OWN, ids.unsubscribe, 9);
[300, 60, 35, 20, 5, 2].forEach((d, i) => subscribe(fan(i), ids.ownPaid, d));
subscribe(fan(1), ids.paid, 4);

for (const t of tools) db.tools.insert(SERVICE, t);
for (const t of toolsets) db.toolsets.insert(SERVICE, t);

for (let i = 0; i < 6; i++) db.vip_codes.insert(SERVICE, { code: i ? `WELCOME-2026-${i}` : 'WELCOME-2026', user_id: null, credits: 50 });
db.vip_codes.insert(SERVICE, { code: 'OLIVE-2026', user_id: OWN, credits: 50 });
db.vip_codes.insert(SERVICE, { code: 'OTTO-2026', user_id: OTHER, credits: 50 });
