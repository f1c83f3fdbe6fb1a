'use strict';
// Who and what is there at the start.
const crypto = require('crypto');
const { kx, run, now, tx } = require('./db');

const MAIN = 1, OTHER = 2, SANDBOX = 3;
const DAY = 86400000;
const id = (owner, n) => `${String(owner).repeat(8)}-b1c4-4b1c-8b1c-${String(n).padStart(12, '0')}`;
const AGENTS = {
  worker: id(1, 1), ownPaid: id(1, 2), ownPrivate: id(1, 3),
  paid: id(2, 1), unpaid: id(2, 2), private: id(2, 3), subscribed: id(2, 4), unsubscribe: id(2, 5), comp: id(2, 6),
};
const KEYS = { own: 'brk_own_7d1e0c52a94b4f6f', other: 'brk_oth_4c0b93e1f7724a0d' };
const JWT_SECRET = 'birch-jwt-secret-2026-0x51';
const WEBHOOK_SECRET = 'whsec_birch_91c5fd20';

function seed() {
  const t0 = now();
  tx(() => {
    for (const [uid, email, name, level] of [
      [1, 'maja@birch.example', 'Maja Lind', 'pro'], [2, 'otto@birch.example', 'Otto Berg', 'pro'], [3, 'sana@birch.example', 'Sana Vik', 'sandbox'],
      [4, 'fan4@birch.example', 'Fan Four', 'pro'], [5, 'fan5@birch.example', 'Fan Five', 'pro'], [6, 'fan6@birch.example', 'Fan Six', 'pro'], [7, 'fan7@birch.example', 'Fan Seven', 'pro']]) {
      run(kx('users').insert({ id: uid, email, display_name: name, level, created_at: t0 - 400 * DAY }));
      run(kx('credits').insert({ user_id: uid, credits_left: uid === 3 ? 200 : 5000, updated_at: t0 }));
    }
    let n = 0;
    const agent = (key, owner, name, access, price, handle) => run(kx('agents').insert({
      id: AGENTS[key], owner_id: owner, name, instructions: `You are ${name}. Answer in few words.`, access, handle, pitch: price ? `${name}, worth its price.` : null,
      welcome: 'Hello', price_cents: price, made_by: 'seed', created_at: t0 - 300 * DAY + (++n) * 60000, updated_at: t0 - 300 * DAY + n * 60000,
    }));
    agent('worker', 1, 'Rowan', 'public', 0, 'rowan');
    agent('ownPaid', 1, 'Hazel', 'public', 900, 'hazel');
    agent('ownPrivate', 1, 'Sloe', 'private', 0, null);
    agent('paid', 2, 'Aspen', 'public', 1250, 'aspen');
    agent('unpaid', 2, 'Linden', 'public', 0, 'linden');
    agent('private', 2, 'Yew', 'private', 0, null);
    agent('subscribed', 2, 'Maple', 'public', 700, 'maple');
    agent('unsubscribe', 2, 'Cedar', 'public', 450, 'cedar');

    const subscribe = (key, user, daysAgo, price, ended) => {
      const at = t0 - daysAgo * DAY - (user * 61000);
      run(kx('subscriptions').insert({
        id: crypto.randomUUID(), agent_id: AGENTS[key], user_id: user, status: ended ? 'cancelled' : 'active', provider_ref: 'sub_' + crypto.randomBytes(6).toString('hex'),
        price_cents: price, started_at: at, ended_at: ended ? t0 - ended * DAY : null,
      }));
      for (let d = daysAgo; d >= (ended || 0); d -= 30) run(kx('payments').insert({ agent_id: AGENTS[key], payer_id: user, amount_cents: price, paid_at: t0 - d * DAY - (user * 61000) }));
    };
    subscribe('ownPaid', 4, 3, 900);
    subscribe('ownPaid', 5, 11, 935);
    subscribe('ownPaid', 6, 24, 880);
    subscribe('ownPaid', 7, 200, 900, 60);
    subscribe('paid', 4, 5, 1250);
    subscribe('paid', 5, 40, 1250);
    subscribe('subscribed', 1, 20, 700);
    subscribe('unsubscribe', 1, 9, 450);

    for (const [uid, label, secret] of [[1, 'Main key', KEYS.own], [1, 'CI', 'brk_own_' + crypto.randomBytes(8).toString('hex')],
      [2, 'Main key', KEYS.other], [3, 'Main key', 'brk_san_' + crypto.randomBytes(8).toString('hex')]]) {
      run(kx('api_keys').insert({ user_id: uid, label, secret, is_primary: label === 'Main key', created_at: t0 - 200 * DAY }));
    }
    const conversation = (owner, agentId, at, k) => {
      const run_id = crypto.randomUUID();
      run(kx('runs').insert({ id: run_id, agent_id: agentId, owner_id: owner, origin: 'api', started_at: at, updated_at: at + 900 }));
      for (const [role, content] of [['user', `Question ${k}`], ['assistant', `Answer ${k}`]]) {
        run(kx('messages').insert({ run_id, role, content, at: at + 100 }));
        run(kx('run_logs').insert({ run_id, kind: 'message.' + role, text: content, at: at + 100 }));
      }
    };
    for (let k = 0; k < 46; k++) conversation(1, k % 3 ? AGENTS.worker : AGENTS.ownPaid, t0 - 90 * DAY + k * 3600000 + k * 17, k);
    for (let k = 0; k < 4; k++) conversation(2, AGENTS.unpaid, t0 - 80 * DAY + k * 3600000, k);
    for (let k = 0; k < 44; k++) {
      run(kx('executions').insert({
        user_id: k < 40 ? 1 : 2, tool: 'math_add', service_id: 'default', namespace: 'global', input: JSON.stringify({ a: k, b: 1 }), output: JSON.stringify({ result: k + 1 }),
        status: 'ok', took_ms: 1, at: t0 - 70 * DAY + k * 60000,
      }));
    }
    run(kx('bundles').insert({ user_id: 1, label: 'Morning', created_at: t0 - DAY, updated_at: t0 - DAY }));
    run(kx('bundle_tools').insert({ bundle_id: 1, tool: 'sun_times', added_at: t0 - DAY }));
    run(kx('bundles').insert({ user_id: 2, label: 'Evening', created_at: t0 - DAY, updated_at: t0 - DAY }));
    run(kx('user_tools').insert({ user_id: 1, tool: 'clock_now', installed_at: t0 - DAY }));
    run(kx('user_tools').insert({ user_id: 2, tool: 'moon_phase', installed_at: t0 - DAY }));
    for (const [code, maker] of [['BIRCH-WELCOME', 4], ['BIRCH-SECOND', 5], ['MAJA-FRIENDS', 1], ['OTTO-FRIENDS', 2]]) run(kx('vip_codes').insert({ code, maker_id: maker, active: 1 }));
    run(kx('studio_chats').insert({ thread: 'welcome-otto', owner_id: 2, title: 'Welcome', access: 'private', created_at: t0 - DAY, updated_at: t0 - DAY }));
  });
}

module.exports = { seed, AGENTS, KEYS, JWT_SECRET, WEBHOOK_SECRET, MAIN, OTHER, SANDBOX };
