// What is there when the deployment starts.

import { db, nextExecution, nextKey } from './db.js';
import { DAY, stamp } from '../core/clock.js';
import { shortId, uuid } from '../core/ids.js';
import { agents, keys, users, vip } from './fixtures.js';
import { newAgent } from './agents.js';
import { openAccount } from '../tools/notifier/service.js';

const MINUTE = 60_000_000;

function seedUsers() {
  const balances = { ana: 900, ben: 500, sol: 60, kim: 300 };
  for (const [name, user] of Object.entries(users)) {
    const plan = user.tier === 'sandbox' ? null : { name: 'grower', cents: 2900, per: 'month', renews: stamp() + 20 * DAY };
    db.users.set(user.id, { ...user, plan, credits: { left: balances[name], used: 0 } });
    db.installs.set(user.id, new Map());
  }
  for (const [name, secret] of Object.entries(keys)) {
    const id = nextKey();
    db.keys.set(id, { id, user: users[name].id, secret, label: 'first key', main: true, at: stamp() });
  }
}

function seedAgents() {
  const add = (id, owner, name, prompt, rest = {}) => {
    db.agents.set(id, newAgent(users[owner].id, { id, name, prompt, access: 'public', ...rest }));
  };
  const price = (cents) => ({ cents, per: 'month' });
  add(agents.pilot, 'ana', 'Harbour pilot', 'You bring ships to their berths.', { slug: 'harbour-pilot' });
  add(agents.mill, 'ana', 'Number mill', 'You grind numbers on the virtual computer.');
  add(agents.anaPaid, 'ana', 'Sail tutor', 'You teach sailing.', { price: price(700) });
  add(agents.anaPrivate, 'ana', 'Log keeper', 'You keep the log of the Aurora.', { access: 'private' });
  add(agents.benPaid, 'ben', 'Tax clerk', 'You file taxes.', { price: price(1500) });
  add(agents.benFree, 'ben', 'Bird spotter', 'You name birds.', { slug: 'bird-spotter' });
  add(agents.benPrivate, 'ben', 'Diary', 'You keep the diary of Ben.', { access: 'private' });
  add(agents.kimAtlas, 'kim', 'Atlas', 'You know every map.', { price: price(300) });
  add(agents.kimBrewer, 'kim', 'Brewer', 'You brew tea.', { price: price(400) });
  add(agents.kimGift, 'kim', 'Gift shop', 'You wrap gifts.', { price: price(500) });
}

function subscribe(agentId, user, daysAgo, provider) {
  const id = shortId('sub');
  const since = stamp() - daysAgo * DAY;
  db.subscriptions.set(id, { id, agent: agentId, user, state: 'active', since, ended: null, provider });
  const agent = db.agents.get(agentId);
  for (let at = since; provider && at < stamp(); at += 30 * DAY) {
    db.ledger.push({ agent: agentId, owner: agent.user, user, cents: agent.price.cents, at });
  }
}

function seedSubscriptions() {
  subscribe(agents.kimAtlas, users.ana.id, 12, shortId('till'));
  subscribe(agents.kimBrewer, users.ana.id, 40, shortId('till'));
  subscribe(agents.kimGift, users.ana.id, 5, null);
  subscribe(agents.anaPaid, 'u_guest3w8n', 200, shortId('till'));
  subscribe(agents.anaPaid, 'u_guest5t2c', 29, shortId('till'));
  subscribe(agents.anaPaid, 'u_guest7m4x', 9, shortId('till'));
  subscribe(agents.benPaid, 'u_guest3w8n', 50, shortId('till'));
}

/** Earlier runs: more than one page of them. */
function seedRuns() {
  const talk = (user, agent, count) => {
    for (let index = count; index > 0; index -= 1) {
      const at = stamp() - index * 11 * MINUTE;
      const id = uuid();
      const question = `Where is ship number ${index}?`;
      db.runs.set(id, {
        id, agent, user, made: at, changed: at, job: null, ended: null, turn: Promise.resolve(), calls: [],
        messages: [{ role: 'user', content: question }, { role: 'assistant', content: `Ship number ${index} lies in the roads.` }],
        log: [{ kind: 'start', text: question, at }, { kind: 'answer', text: 'answered in 2 sentences', at }],
      });
    }
  };
  talk(users.ana.id, agents.pilot, 42);
  talk(users.ben.id, agents.benFree, 4);
}

function seedExecutions() {
  for (let index = 47; index > 0; index -= 1) {
    const user = index % 9 === 0 ? users.ben.id : users.ana.id;
    const id = nextExecution();
    db.executions.set(id, {
      id, user, tool: 'COUNT_WORDS', input: { text: `line ${index}` }, ok: true, output: { words: 2 }, took: 1,
      at: stamp() - index * 7 * MINUTE,
    });
  }
}

function seedRest() {
  const code = (text, owner, credits) => db.vipCodes.set(text, { code: text, owner, credits, redeemed: new Set() });
  code(vip.fresh, users.kim.id, 25);
  code(vip.ofAna, users.ana.id, 10);
  code(vip.ofBen, users.ben.id, 10);
  for (const name of ['ana', 'ben']) openAccount(users[name], 'default', 'global');
}

export function seed() {
  seedUsers();
  seedAgents();
  seedSubscriptions();
  seedRuns();
  seedExecutions();
  seedRest();
}
