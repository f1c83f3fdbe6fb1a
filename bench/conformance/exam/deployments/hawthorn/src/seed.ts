import { createHash } from 'node:crypto';
export const OWN = '11111111-aaaa-4aaa-8aaa-000000000001';
export const OTHER = '11111111-aaaa-4aaa-8aaa-000000000002';
export const SANDBOX = '11111111-aaaa-4aaa-8aaa-000000000003';
const A = (n: number) => `a6e00000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const hashKey = (k: string) => createHash('sha256').update(k).digest('hex');

export const blankAgent = {
  name: null, description: null, chat_prompt: '', visibility: 'private', vanity_slug: null, upsell_description: null,
  price_micros: null, color: null, archived: false, metadata: {} as Record<string, string>, updated_at: null as string | null,
};
export function seed(p: Record<string, (...a: any[]) => any>) {
  const day = 86400e6;
  const now = Date.now() * 1000;
  const long = now - 90 * day;
  const user = (id: string, email: string, name: string, tier: string, n: number) => {
    p.put('users', id, id, null, { email, name, tier }, long + n);
    p.put('credits', id, id, null, { balance: tier === 'sandbox' ? 50 : 1000 }, long + n);
  };
  user(OWN, 'ada@hawthorn.test', 'Ada Own', 'pro', 1);
  user(OTHER, 'ben@hawthorn.test', 'Ben Other', 'pro', 2);
  user(SANDBOX, 'cy@hawthorn.test', 'Cy Sandbox', 'sandbox', 3);
  const key = (user: string, value: string) => {
    const n = p.seq('keys');
    p.put('keys', String(n), user, hashKey(value), { name: 'Default', key: value, is_default: true, last_used_at: null }, long + n);
  };
  key(OWN, 'hwk_own_5b1c7de0a9f24c6e');
  key(OTHER, 'hwk_other_83d2f01b6c7a4e59');
  key(SANDBOX, 'hwk_sandbox_1f0e9d8c7b6a5948');
  const agent = (n: number, user: string, name: string, more: any = {}) =>
    p.put('agents', A(n), user, null, { ...blankAgent, metadata: {}, name, chat_prompt: `You are ${name}.`, visibility: 'public', ...more }, long + 1000 * n);
  agent(1, OWN, 'Tide Helper', { vanity_slug: 'tide-helper', description: 'Knows the sea' });
  agent(2, OWN, 'Paid Pilot', { price_micros: 4990000 });
  agent(3, OTHER, 'Paid Navigator', { price_micros: 9900000 });
  agent(4, OTHER, 'Free Deckhand');
  agent(5, OTHER, 'Secret Captain', { visibility: 'private' });
  agent(6, OTHER, 'Paid Cook', { price_micros: 2500000 });
  agent(7, OTHER, 'Paid Lookout', { price_micros: 1500000 });
  const sub = (user: string, n: number, owner: string, micros: number, days: number) => {
    p.put('subs', `sub_seed${n}${user.slice(-1)}`, user, A(n), { status: 'active', provider_subscription_id: `psub_seed${n}${user.slice(-1)}`, price_micros: micros, owner }, now - days * day);
    p.put('payments', `pay_seed${n}${user.slice(-1)}`, owner, A(n), { amount_micros: micros }, now - days * day);
  };
  sub(OWN, 6, OTHER, 2500000, 3);
  sub(OWN, 7, OTHER, 1500000, 5);
  sub(OTHER, 2, OWN, 4990000, 40);
  sub(SANDBOX, 2, OWN, 4990000, 9);
  for (let i = 1; i <= 30; i++) p.put('vip_codes', `WELCOME-${i}`, null, null, { note: 'launch' }, long + i);
  p.put('vip_codes', 'ADA-FRIENDS', OWN, null, { note: 'own' }, long + 50);
  p.put('vip_codes', 'BEN-FRIENDS', OTHER, null, { note: 'other' }, long + 51);
}
