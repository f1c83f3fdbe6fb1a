// API keys, bundles, logins, schedules, the user.

import assert from 'node:assert/strict';

const NOBODY = '11111111-2222-4333-8444-555555555555';

export async function keys(d) {
  const base = '/me/api-keys';
  const made = await d.must(200, 'POST', base, { body: { label: 'walk' } });
  assert.ok(Number.isInteger(made.id) && made.secret && made.main === false);
  const listed = await d.get(base);
  assert.ok(listed.some((key) => key.id === made.id) && listed.every((key) => !('secret' in key)));
  assert.deepEqual(listed.filter((key) => key.main).length, 1);
  assert.equal((await d.get(`${base}/${made.id}`)).secret, made.secret);
  const main = await d.get(`${base}/default`);
  assert.deepEqual([main.main, main.secret], [true, d.credentials.apiKey]);
  await d.get(`${base}/${made.id}`, { as: 'ben' }, 404);
  await d.must(404, 'DELETE', `${base}/${made.id}`, { as: 'ben' });
  const say = { key: made.secret, body: { message: 'Hello' } };
  assert.equal((await d.work('POST', `/${d.fixtures.agentId}`, say)).status, 200);
  const gone = await d.must(200, 'DELETE', `${base}/${made.id}`);
  assert.ok(gone.id === made.id && !('secret' in gone));
  assert.equal((await d.work('POST', `/${d.fixtures.agentId}`, say)).status, 401);
  await d.get(`${base}/${made.id}`, {}, 404);
  await d.must(404, 'DELETE', `${base}/${made.id}`);
  await d.get(`${base}/x`, {}, 422);
  await d.must(422, 'POST', base, { body: { label: 7 } });
  const next = await d.must(200, 'POST', base, { as: 'sol', body: {} });
  await d.must(200, 'DELETE', `${base}/${(await d.get(`${base}/default`, { as: 'sol' })).id}`, { as: 'sol' });
  assert.equal((await d.get(`${base}/default`, { as: 'sol' })).id, next.id);
}

export async function bundles(d) {
  const [one, other] = [await d.bundle(), await d.bundle()];
  const path = (bundle, rest = '') => `/me/bundles/${bundle.id}${rest}`;
  const tool = (id) => ({ body: { tool: id } });
  assert.ok(Number.isInteger(one.id) && one.id !== other.id);
  assert.deepEqual(one.tools, []);
  assert.deepEqual((await d.get('/me/bundles')).map((bundle) => bundle.id), [one.id, other.id]);
  assert.deepEqual(await d.get('/me/bundles', { as: 'ben' }), []);
  const added = await d.must(200, 'POST', path(one, '/tools'), tool('t-count-words'));
  assert.deepEqual(await d.must(200, 'POST', path(one, '/tools'), tool('t-count-words')), added);
  await d.must(200, 'POST', path(one, '/tools'), tool('t-read-tide-table'));
  assert.deepEqual((await d.get(path(one))).tools, await d.get(path(one, '/tools')));
  assert.deepEqual(await d.get(path(other, '/tools')), []);
  await d.must(404, 'POST', path(one, '/tools'), tool('no-such-tool'));
  await d.must(404, 'POST', path({ id: 99999 }, '/tools'), tool('t-count-words'));
  await d.must(422, 'POST', path(one, '/tools'), { body: {} });
  const renamed = await d.must(200, 'PUT', path(one), { body: { title: 'Wörter' } });
  assert.deepEqual([renamed.title, renamed.tools.length], ['Wörter', 2]);
  await d.must(409, 'PUT', path({ id: 99999 }), { body: { title: 'x' } });
  await d.must(409, 'PUT', path(one), { as: 'ben', body: { title: 'x' } });
  await d.must(422, 'PUT', path(one), { body: {} });
  assert.equal((await d.must(200, 'DELETE', path(one, '/tools/t-count-words'))).tool, 't-count-words');
  await d.must(404, 'DELETE', path(one, '/tools/t-count-words'));
  assert.deepEqual((await d.get(path(one, '/tools'))).map((entry) => entry.tool), ['t-read-tide-table']);
  for (const [method, rest] of [['GET', ''], ['DELETE', ''], ['DELETE', '/tools/t-read-tide-table']]) {
    await d.must(404, method, path(one, rest), { as: 'ben' });
    await d.must(422, method, path({ id: 'x' }, rest));
  }
  assert.equal((await d.must(200, 'DELETE', path(one))).id, one.id);
  await d.get(path(one), {}, 404);
  assert.deepEqual((await d.get('/me/bundles')).map((bundle) => bundle.id), [other.id]);
}

export async function logins(d) {
  const { jwt, otherJwt } = d.credentials;
  const open = () => d.must(200, 'POST', '/me/cli-auth', { as: null });
  const read = (login, status = 200) => d.must(status, 'GET', `/me/cli-auth/${login.id}`, { as: null });
  const attach = (login, token, status, as = 'ana') => d.must(status, 'PUT', `/me/cli-auth/${login.id}`, { as, body: { token } });
  const [one, other] = [await open(), await open()];
  assert.equal(await read(one), null);
  await attach(one, jwt, 401, null);
  await attach(one, otherJwt, 403);
  await attach(one, 'x.y.z', 422);
  assert.equal((await attach(one, jwt, 200)).id, one.id);
  await attach(one, otherJwt, 403, 'ben');
  await attach(one, jwt, 200);
  assert.equal(await read(other), null);
  assert.equal(await read(one), jwt);
  assert.equal(await read(one), null);
  await attach(one, jwt, 403);
  await attach({ id: NOBODY }, jwt, 404);
  await attach({ id: 'x' }, jwt, 422);
  await read({ id: NOBODY }, 404);
  await read({ id: 'x' }, 422);
}

export async function schedules(d) {
  const base = '/me/schedules';
  const { agentId, unpaidAgentId, cron, backgroundAgentId } = d.fixtures;
  const made = await d.schedule();
  assert.deepEqual([made.cron, made.chat.id], [cron, agentId]);
  assert.deepEqual(await d.get(`${base}/${made.id}`), made);
  assert.deepEqual((await d.get(base)).schedules, [made]);
  assert.deepEqual((await d.get(base, { as: 'ben' })).schedules, []);
  for (const chat of [unpaidAgentId, NOBODY, 'x', undefined, null]) await d.must(403, 'POST', base, { body: { chat, cron } });
  for (const bad of ['* * * *', '60 * * * *', 'x', '', undefined, 7, '*/0 * * * *', '5-1 * * * *']) {
    await d.must(422, 'POST', base, { body: { chat: agentId, cron: bad } });
  }
  const moved = await d.must(200, 'PUT', `${base}/${made.id}`, { body: { chat: backgroundAgentId } });
  assert.deepEqual([moved.id, moved.chat.id, moved.cron], [made.id, backgroundAgentId, cron]);
  assert.equal((await d.must(200, 'PUT', `${base}/${made.id}`, { body: { cron: '*/5 8-18 * * mon-fri' } })).cron, '*/5 8-18 * * mon-fri');
  await d.must(403, 'PUT', `${base}/${made.id}`, { body: { chat: unpaidAgentId } });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    await d.must(404, method, `${base}/${made.id}`, { as: 'ben', ...(method === 'PUT' && { body: {} }) });
    await d.must(404, method, `${base}/${NOBODY}`, { ...(method === 'PUT' && { body: {} }) });
    await d.must(422, method, `${base}/x`, { ...(method === 'PUT' && { body: {} }) });
  }
  assert.equal((await d.get(`${base}/onboarding`)).suggestions.length, 3);
  const convert = async (text, status = 200) => (await d.get(`${base}/text-to-cron?cron=${encodeURIComponent(text)}`, {}, status)).cron;
  assert.equal(await convert('every monday at 8:30'), '30 8 * * 1');
  assert.equal(await convert('Every weekday at 5pm'), '0 17 * * 1-5');
  assert.equal(await convert('every 15 minutes'), '*/15 * * * *');
  assert.equal(await convert(cron), cron);
  for (const bad of ['99 99 99 99 99', 'whenever you like', '', 'every constructor']) await convert(bad, 400);
  await d.get(`${base}/text-to-cron`, {}, 422);
  await d.must(200, 'DELETE', `${base}/${made.id}`);
  await d.get(`${base}/${made.id}`, {}, 404);
  const { id } = await d.agent();
  await d.schedule(id);
  await d.must(200, 'DELETE', `/me/chats/${id}`);
  assert.deepEqual((await d.get(base)).schedules, []);
}

export async function user(d) {
  const tiers = [];
  for (const as of ['ana', 'ben', 'sol']) tiers.push((await d.get('/me/', { as })).tier);
  assert.deepEqual(tiers, ['pro', 'pro', 'sandbox']);
  await d.get('/me/', { as: null }, 401);
  const { vipCode, ownVipCode } = d.fixtures;
  const redeem = (code, status, as = 'ana') => d.must(status, 'POST', '/me/vip', { as, body: { code } });
  assert.deepEqual(await d.get('/me/vip'), { used: 0 });
  const answers = await Promise.all([1, 2, 3].map(() => d.ask('POST', '/me/vip', { body: { code: vipCode } })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400, 400]);
  for (const code of [vipCode, ownVipCode, 'x', '']) await redeem(code, 400);
  await redeem(7, 422);
  await redeem(vipCode, 200, 'ben');
  await redeem(ownVipCode, 200, 'ben');
  assert.deepEqual(await d.get('/me/vip'), { used: 1 });
}
