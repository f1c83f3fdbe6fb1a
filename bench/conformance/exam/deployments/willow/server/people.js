// Users, codes and the records that are there from the start.
import { commit, fixedKsuid, iso, now, seeded, W } from './core.js';

export const WEBHOOK_SECRET = 'willow-payments-secret';
const person = (name, tier) => ({ id: fixedKsuid('usr', name), name, email: `${name.toLowerCase()}@willow.example`, tier });
export const USERS = { ada: person('Ada', 'pro'), ben: person('Ben', 'pro'), sam: person('Sam', 'sandbox'), vera: person('Vera', 'pro') };
export const usersById = new Map(Object.values(USERS).map((u) => [u.id, u]));
export const KEYS = { ada: 'wk_ada_5Zt0pQx7mVbN2rLk9sHd', ben: 'wk_ben_8Jc4yRw1fGuT6nMx3eKa', sam: 'wk_sam_2Pd9kLs5vBqW7hYz0cFi', vera: 'wk_vera_7Nx3tEm6jCoU1aSg4dRp' };
const id = (n) => `0197c000-0000-7000-8000-0000000000${n}`;
export const AGENTS = { plain: id('01'), background: id('02'), paid: id('11'), unpaid: id('12'), ownPaid: id('03'), subscribed: id('13'), unsubscribe: id('14'), hidden: id('15') };
export const VIP_CODES = [
  { code: 'WELCOME-2026', ownerId: USERS.vera.id }, { code: 'SPRING-2026', ownerId: USERS.vera.id }, { code: 'SUMMER-2026', ownerId: USERS.vera.id }, { code: 'AUTUMN-2026', ownerId: USERS.vera.id },
  { code: 'ADA-2026', ownerId: USERS.ada.id }, { code: 'BEN-2026', ownerId: USERS.ben.id },
];
export function seed(issueKey) {
  const agent = (agentId, owner, name, chatPrompt, more = {}) => commit('agent-defined', { agentId, ownerId: owner.id, name, description: null, chatPrompt, level: 'public', vanitySlug: null, upsellDescription: null, price: null, virtualComputer: false, ...more });
  const { ada, vera, ben } = USERS; const price = { amount: 900, currency: 'EUR' };
  agent(AGENTS.plain, ada, 'Tide watcher', 'You tell people about the tides.');
  agent(AGENTS.background, ada, 'Number cruncher', 'You run long jobs on the virtual computer.', { virtualComputer: true });
  agent(AGENTS.ownPaid, ada, 'Paid pilot', 'You guide ships into harbours.', { price });
  agent(AGENTS.paid, vera, 'Paid navigator', 'You plot courses for a fee.', { price });
  agent(AGENTS.unpaid, vera, 'Free lookout', 'You look out for land.');
  agent(AGENTS.subscribed, vera, 'Paid cook', 'You cook for the crew.', { price });
  agent(AGENTS.unsubscribe, vera, 'Paid carpenter', 'You mend ships.', { price });
  agent(AGENTS.hidden, vera, 'Hidden smuggler', 'You keep the secret coves of the coast.', { level: 'private' });
  let n = 0; for (const [who, key] of Object.entries(KEYS)) issueKey(USERS[who].id, { name: 'default', isDefault: true, key, apiKeyId: 3001 + n++ });
  for (const u of Object.values(USERS)) commit('credits-granted', { userId: u.id, amount: 1000000 });
  for (const [agentId, who] of [[AGENTS.subscribed, ada], [AGENTS.unsubscribe, ada], [AGENTS.unsubscribe, ben]]) commit('subscribed', { subscriptionId: fixedKsuid('sub', agentId + who.id), userId: who.id, agentId, price, providerId: fixedKsuid('psub', agentId + who.id) });
  for (let d = 0; d < 366; d++) {
    const subscribers = (d * 7 + 3) % 4;
    commit('sale-booked', { ownerId: ada.id, agentId: AGENTS.ownPaid, day: iso(now() - d * 86400000).slice(0, 10), subscribers, cents: subscribers * 900 + (d % 5) * 900 });
  }
  seeded();
}
