'use strict';
// The state at the start.
const A = (n) => `5eed0000-1a2b-4c3d-8e4f-0000000000${n}`;
const DAY = 864e5;
module.exports = (app) => {
  const t0 = Date.now() - 90 * DAY;
  const S = { users: new Map(), agents: new Map(), runs: new Map(), execs: [], studio: new Map(), keys: [], subs: [], pays: [], bundles: new Map(), cli: new Map(), schedules: new Map(),
    installed: [], codes: new Map(), redeemed: [], events: new Set(), sessions: 0, nextKey: 400, nextBundle: 60, nextLog: 9000, nextJob: 1, notifier: new Map() };
  const user = (user_id, nick, tier, plan, credits, secretKey) => {
    S.users.set(user_id, { user_id, nick, tier, joined_on: t0, plan, credits: credits == null ? null : { remaining: credits, spent: 0 } });
    if (secretKey) S.keys.push({ api_key_id: ++S.nextKey, owner: user_id, label: 'first key', is_default: true, secretKey, created_on: t0 });
  };
  user(7001, 'ines', 'standard', 'plus', 500, 'hb-key-7001-4f1d9c2ab7e04d55');
  user(7002, 'bruno', 'standard', 'free', 220, 'hb-key-7002-90aa61c7d3be4812');
  user(7003, 'sasha', 'sandbox', 'sandbox', null, 'hb-key-7003-1be7704cd90f4a36');
  const agent = (n, owner, displayTitle, promptText, is_public, extra = {}) => S.agents.set(A(n), { agent_id: A(n), owner, displayTitle, promptText, is_public, vanitySlug: null, upsellText: null,
    price: null, up: 0, down: 0, files: [], theme: null, created_on: t0 + Number(n), changed_on: t0 + Number(n), ...extra });
  const p = (cents) => ({ price: { cents, currency: 'EUR' } });
  agent('11', 7001, 'Harbour Pilot', 'You help people find their way in the harbour.', true, { vanitySlug: 'harbour-pilot' });
  agent('12', 7001, 'Crane Operator', 'You move heavy things in the background.', false);
  agent('13', 7001, 'Captain', 'You give paid advice about ships.', true, p(450));
  agent('21', 7002, 'Lighthouse Keeper', 'You tell about lights at sea.', true, p(300));
  agent('22', 7002, 'Rope Maker', 'You tell about knots.', true, p(200));
  agent('23', 7002, 'Sail Maker', 'You tell about sails.', true, p(250));
  agent('24', 7002, 'Fishmonger', 'You sell fish to everybody.', true);
  agent('25', 7002, 'Smuggler', 'You keep the secret of the north quay.', false);
  agent('31', 7003, 'Ship Boy', 'You learn.', true);
  const sub = (user_id, n, daysAgo) => S.subs.push({ user: user_id, agent_id: A(n), state: 'active', since: Date.now() - daysAgo * DAY, until: null });
  sub(7001, '22', 5); sub(7001, '23', 12); sub(7002, '13', 10); sub(7003, '13', 40);
  const pay = (n, owner, cents, daysAgo) => S.pays.push({ agent_id: A(n), owner, cents, at: Date.now() - daysAgo * DAY });
  pay('13', 7001, 450, 10); pay('13', 7001, 450, 40); pay('13', 7001, 450, 9); pay('22', 7002, 200, 5); pay('23', 7002, 250, 12);
  for (const [code, owner, bonus] of [['ANCHOR-2026', 0, 10], ['BEACON-77', 0, 5], ['INES-FRIENDS', 7001, 5], ['BRUNO-FRIENDS', 7002, 5]]) S.codes.set(code, { code, owner, bonus });
  S.notifier.set(7001, { chats: [], devices: [], pushes: [] }); // 7002 and 7003 have no auth connection
  return S;
};
module.exports.A = A;
