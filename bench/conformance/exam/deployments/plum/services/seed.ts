import { users, apiKeys, agents, subscriptions, earnings, vipCodes, payments } from '#lib/db';
import { stamp, cuid } from '#lib/core';

export const U = { own: 'cown0000000000000000user', other: 'cother00000000000000user', sandbox: 'csandbox000000000000user', studio: 'cstudio0000000000000user' };
const now = stamp();
for (const [k, tier, credits] of [['own', 'pro', 100000], ['other', 'pro', 100000], ['sandbox', 'sandbox', 5], ['studio', 'pro', 1000]] as const) {
  users.insert({ id: U[k], email: `${k}@plum.example`, name: k[0].toUpperCase() + k.slice(1), tier, credits, created: now });
  apiKeys.insert({ user_id: U[k], name: 'Default', key: `plum_live_${k}_6f2b1c9d8e7a4053`, is_default: true, created: stamp() });
}
export const id = (n: number) => `5a1e0000-7c1d-4b2a-9f00-0000000000${String(n).padStart(2, '0')}`;
function agent(n: number, owner: string, name: string, more: Record<string, unknown> = {}) {
  const at = stamp();
  agents.insert({ agent_id: id(n), owner_id: owner, name, description: `${name} of Plum`, chat_prompt: `You are ${name}.`, visibility: 'public', model: 'plum-1', temperature: 0.7, tags: [], feedback_count: 0, created: at, updated: at, ...more });
}
agent(1, U.own, 'Harbour Clerk');
agent(2, U.studio, 'Paid Pilot', { price_cents: 1900 });
agent(3, U.studio, 'Free Pilot');
agent(4, U.own, 'Own Paid Pilot', { price_cents: 990 });
agent(5, U.studio, 'Subscribed Pilot', { price_cents: 500 });
agent(6, U.studio, 'Leaving Pilot', { price_cents: 700 });
agent(7, U.other, 'Secret Pilot', { visibility: 'private' });
const sub = (n: number, user: string, owner: string, price: number) => subscriptions.insert({ id: cuid(), agent_id: id(n), user_id: user, owner_id: owner, status: 'active', provider_id: 'sub_' + cuid(), price_cents: price, created: now - 86400e6 * 10, canceled: null });
sub(5, U.own, U.studio, 500);
sub(6, U.own, U.studio, 700);
sub(4, U.studio, U.own, 990);
for (const [days, cents] of [[2, 990], [9, 990], [20, 1485], [45, 2500], [200, 990]]) earnings.insert({ id: cuid(), owner_id: U.own, agent_id: id(4), amount_cents: cents, created: now - 86400e6 * days });
for (const c of ['PLUM-WELCOME-2026', 'PLUM-HARVEST-2026', 'PLUM-STONE-2026']) vipCodes.insert({ code: c, owner_id: U.studio, created: now });
vipCodes.insert({ code: 'PLUM-MINE-2026', owner_id: U.own, created: now });
