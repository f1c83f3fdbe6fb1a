// Fresh state: users, keys, agents, codes, past earnings.
import { db, enc, run, tick } from './redis.mjs';
import { A } from './agents.mjs';
import { createKey, subscribe } from './account.mjs';

export const users = { own: 'usr_7', other: 'usr_71', sandbox: 'usr_3' };
const id = (n) => `5eed0000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ids = { worker: id(1), ownPaid: id(2), paid: id(3), subscribed: id(4), unsubscribe: id(5), unpaid: id(6), private: id(7) };

export async function seed() {
  await db.flushall();
  await db.xgroup('CREATE', 'jobs', 'workers', '0', 'MKSTREAM');
  const people = [[users.own, 'ada@fennel.example', 'Ada', 'pro', 100000], [users.other, 'bob@fennel.example', 'Bob', 'pro', 100000], [users.sandbox, 'sam@fennel.example', 'Sam', 'sandbox', 5]];
  for (const [userId, email, name, tier, balance] of people) {
    await run(db.multi().hset('user:' + userId, { userId, email, name, tier, createdAt: String(Date.UTC(2026, 0, 5)) }).hset('credits:' + userId, { balance, used: 0 }));
    await createKey(userId, 'Default', 'fk_' + name.toLowerCase() + '_0123456789abcdef0123456789');
  }
  const agent = async (agentId, ownerId, name, visibility, priceCents = null) => {
    const at = await tick();
    const a = { agentId, ownerId, name, description: null, chatPrompt: `You are ${name}. Answer kindly.`, visibility, vanitySlug: null, upsellDescription: null, tags: ['seed'], metadata: {}, enabled: true, priceCents, currency: 'usd', thumbsUp: 0, thumbsDown: 0, createdAt: Math.floor(at / 1000), updatedAt: Math.floor(at / 1000) };
    await run(db.multi().hset('agent:' + agentId, enc(A, a)).zadd(`user:${ownerId}:agents`, at, agentId));
    return a;
  };
  await agent(ids.worker, users.own, 'Harbour Pilot', 'public');
  await agent(ids.ownPaid, users.own, 'Deep Diver', 'public', 1250);
  await agent(ids.paid, users.other, 'Star Gazer', 'public', 999);
  const subscribed = await agent(ids.subscribed, users.other, 'Cloud Reader', 'public', 500);
  const unsubscribe = await agent(ids.unsubscribe, users.other, 'Wind Teller', 'public', 700);
  await agent(ids.unpaid, users.other, 'Free Bird', 'public');
  await agent(ids.private, users.other, 'Secret Keeper', 'private');
  await subscribe(users.own, subscribed);
  await subscribe(users.own, unsubscribe);
  const day = (ago) => new Date(Date.now() - ago * 86400000).toISOString().slice(0, 10);
  for (const [ago, n, cents] of [[1, 2, 2550], [3, 1, 1249], [12, 3, 3749], [26, 1, 1250], [29, 4, 5033], [90, 2, 2475], [200, 5, 6251], [363, 1, 1250], [364, 1, 1250]]) {
    await db.hincrby(`mon:${users.own}:subs`, day(ago), n);
    await db.hincrby(`mon:${users.own}:cents`, day(ago), cents);
  }
  const codes = [['ADA-OWN-2026', users.own], ['BOB-FRIENDS-2026', users.other], ...Array.from({ length: 20 }, (_, i) => [`WELCOME-2026-${i + 1}`, 'system'])];
  for (const [code, ownerId] of codes) await db.hset('vip:code:' + code, { ownerId, credits: 25 });
}
