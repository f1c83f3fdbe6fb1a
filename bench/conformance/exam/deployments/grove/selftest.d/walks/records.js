// Runs and logs, executions, subscriptions, credits, payments, monetization.

import assert from 'node:assert/strict';

const NOBODY = '11111111-2222-4333-8444-555555555555';

/** Follows the cursors; gives the ids of all records. */
async function pages(d, path, items, limit) {
  const ids = [];
  let cursor = null;
  do {
    const page = await d.get(`${path}?limit=${limit}${cursor ? `&next_cursor=${encodeURIComponent(cursor)}` : ''}`);
    assert.ok(page[items].length <= limit);
    ids.push(...page[items].map((one) => one.id));
    cursor = page.next;
  } while (cursor);
  assert.equal(new Set(ids).size, ids.length);
  return ids;
}

export async function logs(d) {
  for (const [path, items] of [['/me/agent-runs', 'runs'], ['/me/executions', 'logs']]) {
    assert.equal((await d.get(path))[items].length, 30);
    const all = await pages(d, path, items, 7);
    assert.deepEqual(all, await pages(d, path, items, 500));
    assert.deepEqual(all, await pages(d, path, items, all.length));
    assert.equal((await d.get(`${path}?limit=${all.length}`)).next, null);
    for (const query of ['limit=x', 'limit=0', 'limit=-1', 'limit=1.5', 'limit=501', 'next_cursor=yesterday', 'next_cursor=2026-02-30T00:00:00Z']) {
      assert.equal((await d.ask('GET', `${path}?${query}`)).status, 422, query);
    }
    assert.equal((await d.ask('GET', `${path}?next_cursor=1999-01-01T00:00:00%2B02:00`)).body[items].length, 0);
  }
  assert.equal((await d.get('/me/agent-runs?next_cursor=null')).runs.length, 30);
  const { run } = await d.say(d.fixtures.toolCallMessage.message);
  assert.equal((await d.get('/me/agent-runs?limit=1')).runs[0].id, run);
  assert.equal((await d.get(`/me/agent-runs/${run}`)).id, run);
  for (const part of ['logs', 'mcp-server-logs']) {
    const found = await d.get(`/me/agent-runs/${run}/${part}`);
    assert.ok(found.length > 0 && found.every((one) => one.run === run));
    assert.deepEqual(await d.get(`/me/agent-runs/${run}/${part}`, { as: 'ben' }), []);
    assert.deepEqual(await d.get(`/me/agent-runs/${NOBODY}/${part}`), []);
    assert.equal((await d.ask('GET', `/me/agent-runs/x/${part}`)).status, 422);
  }
  await d.get(`/me/agent-runs/${run}`, { as: 'ben' }, 404);
  await d.get(`/me/agent-runs/${NOBODY}`, {}, 404);
  await d.get('/me/agent-runs/x', {}, 422);
  await d.out(d.fixtures.tool.name, d.fixtures.tool.input);
  const [latest] = (await d.get('/me/executions?limit=1')).logs;
  assert.deepEqual(latest.in, d.fixtures.tool.input);
  assert.deepEqual(await d.get(`/me/executions/${latest.id}`), latest);
  await d.get(`/me/executions/${latest.id}`, { as: 'ben' }, 404);
  await d.get('/me/executions/999999', {}, 404);
  await d.get('/me/executions/abc', {}, 422);
}

export async function subscriptions(d) {
  const { paidAgentId, unpaidAgentId, ownPaidAgentId, subscribedAgentId, unsubscribeAgentId, privateAgentId } = d.fixtures;
  const body = { back: 'https://grove.example/thanks' };
  const subscribe = (agent, more) => d.ask('POST', `/me/agents/${agent}/subscribe`, { body, ...more });
  const unsubscribe = (agent) => d.ask('POST', `/me/agents/${agent}/unsubscribe`);
  const listed = async () => (await d.get('/me/subscriptions')).subs.map((one) => one.agent);
  for (const [agent, status] of [[unpaidAgentId, 400], [ownPaidAgentId, 400], [subscribedAgentId, 402], [privateAgentId, 404], [NOBODY, 404], ['x', 404]]) {
    assert.equal((await subscribe(agent)).status, status);
  }
  assert.equal((await subscribe(paidAgentId, { body: {} })).status, 422);
  assert.equal((await unsubscribe(paidAgentId)).status, 400);
  const before = await d.get('/me/monetization/summary', { as: 'ben' });
  const made = await subscribe(paidAgentId);
  assert.equal(made.status, 200);
  assert.ok(made.body.checkout.url);
  assert.equal((await subscribe(paidAgentId)).status, 402);
  const after = await d.get('/me/monetization/summary', { as: 'ben' });
  assert.deepEqual([after.subs, after.earned], [before.subs + 1, before.earned + 1500]);
  assert.ok((await listed()).includes(paidAgentId) && (await listed()).includes(subscribedAgentId));
  assert.equal((await d.get(`/me/subscriptions/${paidAgentId}`)).agent, paidAgentId);
  await d.get(`/me/subscriptions/${unpaidAgentId}`, {}, 404);
  assert.equal((await d.work('POST', `/${paidAgentId}`, { body: { message: 'Hello' } })).status, 200);
  assert.equal((await unsubscribe(unsubscribeAgentId)).status, 200);
  assert.ok(!(await listed()).includes(unsubscribeAgentId));
  assert.equal((await unsubscribe(unsubscribeAgentId)).status, 400);
  await d.get(`/me/subscriptions/${unsubscribeAgentId}`, {}, 404);
  assert.equal((await unsubscribe(NOBODY)).status, 404);
  const gift = (await d.get('/me/subscriptions')).subs.find((one) => one.about.name === 'Gift shop');
  assert.equal((await unsubscribe(gift.agent)).status, 400);
  assert.deepEqual((await d.get('/me/subscriptions', { as: 'sol' })).subs, []);
}

async function reports(d) {
  for (const report of ['summary', 'subscribers', 'earnings']) {
    const path = `/me/monetization/${report}`;
    assert.deepEqual(await d.get(path), await d.get(`${path}?period=28`));
    for (const period of [1, 365]) await d.get(`${path}?period=${period}`);
    for (const period of [0, 366, -1, 'x', '7.5', '']) await d.get(`${path}?period=${period}`, {}, 422);
    if (report !== 'summary') assert.equal((await d.get(`${path}?period=90`)).days.length, 90);
  }
  const { earned } = await d.get('/me/monetization/summary?period=90');
  const { days } = await d.get('/me/monetization/earnings?period=90');
  assert.ok(earned > 0);
  assert.equal(days.reduce((sum, day) => sum + day.cents, 0), earned);
}

export async function money(d) {
  await reports(d);
  for (const as of ['ana', 'ben', 'sol']) await d.get('/me/billing', { as });
  const { left } = await d.get('/me/credits');
  assert.equal((await d.must(200, 'POST', '/me/credits/use')).left, left - 1);
  await Promise.all(Array.from({ length: 10 }, () => d.must(200, 'POST', '/me/credits/use')));
  assert.equal((await d.get('/me/credits')).left, left - 11);
  for (let turn = 0; turn < 60; turn += 1) await d.must(200, 'POST', '/me/credits/use', { as: 'sol' });
  await d.must(404, 'POST', '/me/credits/use', { as: 'sol' });
  const { signatureHeader, validSignature, body } = d.fixtures.webhook;
  const deliver = (headers, raw = body) => d.ask('POST', '/me/payments/webhook', { as: null, raw, headers });
  assert.equal((await deliver({})).status, 400);
  assert.equal((await deliver({ [signatureHeader]: 'sha256=00' })).status, 400);
  assert.equal((await deliver({ [signatureHeader]: validSignature }, `${body} `)).status, 400);
  assert.equal((await deliver({ [signatureHeader]: validSignature })).status, 200);
  assert.equal((await deliver({ [signatureHeader]: validSignature })).status, 200);
  assert.equal((await d.get('/me/credits')).left, left - 11 + 40);
  const session = await d.must(200, 'POST', '/me/payments/sessions', { body: { credits: 100 } });
  assert.ok(session.id && session.url);
  for (const credits of [0, '5', 1.5, null]) await d.must(422, 'POST', '/me/payments/sessions', { body: { credits } });
}
