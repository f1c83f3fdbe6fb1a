// Fresh state: users, agents, keys, codes.
import { Agent, ApiKey } from './models.ts';
import { run } from './db.ts';
import { now, iso, makeJwt } from './support.ts';
export const IDS = { plain: 'a1000000-0000-4000-8000-000000000001', job: 'a1000000-0000-4000-8000-000000000002', ownPaid: 'a1000000-0000-4000-8000-000000000003', paid: 'b2000000-0000-4000-8000-000000000001', unpaid: 'b2000000-0000-4000-8000-000000000002', private: 'b2000000-0000-4000-8000-000000000003', subscribed: 'b2000000-0000-4000-8000-000000000004', unsubscribe: 'b2000000-0000-4000-8000-000000000005' };
export const EXP = 2082758400;
export const jwtFor = (id: number) => makeJwt({ sub: String(id), iat: 1767225600, exp: EXP });
export function seed() {
  const user = (email: string, name: string, tier: string, credits: number | null, notifier: number) => run('INSERT INTO users (email, name, tier, credits, credits_at, notifier, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)', email, name, tier, credits, now(), notifier, now());
  user('olive@saffron.example', 'Olive Own', 'PRO', 1000, 1);
  user('otto@saffron.example', 'Otto Other', 'PRO', 1000, 1);
  user('sandy@saffron.example', 'Sandy Sandbox', 'SANDBOX', null, 0);
  user('tess@saffron.example', 'Tess Team', 'PRO', 100, 0);
  user('fran@saffron.example', 'Fran Fan', 'PRO', 100, 0);
  const key = (user_id: number, k: string) => ApiKey.create({ user_id, name: 'Default', key: k, is_default: true, created_at: now() });
  key(1, 'sfk_own_5f1d9c0e7a3b4826'); key(2, 'sfk_other_c83e02d4b1f64a97'); key(3, 'sfk_sandbox_19aa7e35d0c2'); key(4, 'sfk_team_77b1');
  const agent = (id: string, owner_id: number, name: string, price_cents: number | null = null, visibility = 'PUBLIC') => Agent.create({ id, owner_id, name, chat_prompt: `You are ${name}, a helpful worker.`, price_cents, visibility, tags: [], description: null });
  agent(IDS.plain, 1, 'Marigold'); agent(IDS.job, 1, 'Cumin'); agent(IDS.ownPaid, 1, 'Turmeric', 999);
  agent(IDS.paid, 2, 'Cardamom', 1250); agent(IDS.unpaid, 2, 'Fennel'); agent(IDS.private, 2, 'Sumac', null, 'PRIVATE'); agent(IDS.subscribed, 2, 'Nutmeg', 500); agent(IDS.unsubscribe, 2, 'Clove', 499);
  const sub = (user_id: number, agent_id: string, cents: number, daysAgo: number) => run("INSERT INTO subscriptions (user_id, agent_id, status, price_cents, started_at) VALUES (?, ?, 'ACTIVE', ?, ?)", user_id, agent_id, cents, iso(Date.now() - daysAgo * 86400000));
  sub(1, IDS.subscribed, 500, 3); sub(1, IDS.unsubscribe, 499, 2);
  sub(4, IDS.ownPaid, 999, 5); sub(5, IDS.ownPaid, 999, 40); sub(5, IDS.subscribed, 500, 1);
  for (let i = 1; i <= 20; i++) run('INSERT INTO vip_codes VALUES (?, 4)', `SAFFRON-VIP-${String(i).padStart(3, '0')}`);
  run("INSERT INTO vip_codes VALUES ('OLIVE-OWN-CODE', 1), ('OTTO-OWN-CODE', 2)");
}
