// Tools, toolsets, installed tools, and the NOTIFIER tools.

import assert from 'node:assert/strict';

export async function tools(d) {
  const { tool, installableToolId: id, toolsetName } = d.fixtures;
  const mcp = await d.get('/me/tools/list');
  assert.equal(mcp.filter((one) => one.name.startsWith('NOTIFIER_')).length, 15);
  assert.ok(mcp.every((one) => one.description && one.inputSchema.type === 'object'));
  const listed = await d.get('/me/tools', { as: null });
  assert.equal(listed.length, mcp.length);
  assert.ok(mcp.length > 20);
  for (const one of listed.slice(0, 3)) assert.deepEqual(await d.get(`/me/tools/${one.id}`, { as: null }), one);
  await d.get('/me/tools/none', { as: null }, 404);
  const names = async (query) => (await d.get(`/me/tools/search?${query}`)).map((one) => one.name);
  assert.ok((await names('q=tide')).includes('READ_TIDE_TABLE'));
  assert.equal((await names('q=push&min_score=0')).length, 20);
  assert.equal((await names('q=push&min_score=0.0&limit=200')).length, mcp.length);
  assert.deepEqual(await names('q=push+tide'), await names('q=push+tide&min_score=0.15&limit=20&toolkit=null'));
  assert.equal((await names('q=push&limit=1')).length, 1);
  assert.deepEqual(await names('q=push&toolkit=desk'), []);
  assert.deepEqual(await names('q=(%5B*'), []);
  for (const query of ['', 'q=', 'q=x&limit=0', 'q=x&limit=201', 'q=x&limit=a', 'q=x&min_score=-0.1', 'q=x&min_score=1.1', 'q=x&min_score=a']) {
    const answer = await d.ask('GET', `/me/tools/search?${query}`);
    assert.equal(answer.status, 422, query);
    assert.ok(answer.body.errors.length > 0);
  }
  const answer = await d.tool(tool.name, tool.input);
  assert.deepEqual([answer.status, answer.body.ok], [200, true]);
  assert.equal((await d.tool(tool.name, tool.invalidInput)).status, 400);
  assert.equal((await d.tool('NOTHING', {})).status, 404);
  assert.equal((await d.tool(tool.name, tool.input, { as: null })).status, 401);
  assert.equal((await d.tool(tool.name, tool.input, { token: `${d.credentials.jwt}x` })).status, 401);
  assert.equal((await d.tool(tool.name, tool.input, { token: d.credentials.apiKey })).status, 401);
  for (const raw of ['{', '[]', '"x"', 'null']) assert.equal((await d.ask('POST', `/me/tools/run/${tool.name}`, { raw })).status, 422);
  for (const query of ['?service_id=default&service_id_namespace=global', '?service_id=default', '?service_id_namespace=global', '']) {
    await d.out('NOTIFIER_GET_USER', {}, { query });
  }
  for (const query of ['?service_id=none', '?service_id_namespace=none']) assert.equal((await d.tool('NOTIFIER_GET_USER', {}, { query })).status, 400);
  await toolsetsAndInstalls(d, id, toolsetName);
}

async function toolsetsAndInstalls(d, id, toolsetName) {
  for (const { name } of await d.get('/me/toolsets/list')) assert.ok((await d.get(`/me/toolsets/${name}`)).tools.length > 0);
  assert.equal((await d.get(`/me/toolsets/${toolsetName}`)).name, toolsetName);
  await d.get('/me/toolsets/none', {}, 404);
  await d.get('/me/toolsets/constructor', {}, 404);
  assert.deepEqual(await d.get('/me/user-tools'), []);
  assert.equal((await d.must(200, 'POST', '/me/user-tools', { body: { tool: id } })).tool, id);
  await d.must(409, 'POST', '/me/user-tools', { body: { tool: id } });
  await d.must(409, 'POST', '/me/user-tools', { body: { tool: 'none' } });
  await d.must(422, 'POST', '/me/user-tools', { body: {} });
  assert.deepEqual((await d.get('/me/user-tools')).map((one) => one.tool), [id]);
  assert.deepEqual(await d.get('/me/user-tools', { as: 'ben' }), []);
  assert.equal((await d.get(`/me/user-tools/${id}`)).tool, id);
  await d.must(404, 'GET', `/me/user-tools/${id}`, { as: 'ben' });
  assert.equal((await d.must(200, 'DELETE', `/me/user-tools/${id}`)).tool, id);
  await d.must(404, 'DELETE', `/me/user-tools/${id}`);
  await d.must(404, 'GET', `/me/user-tools/${id}`);
}

export async function notifier(d) {
  const out = (name, input, options) => d.out(`NOTIFIER_${name}`, input, options);
  const refused = async (name, input) => assert.equal((await d.tool(`NOTIFIER_${name}`, input)).status, 400, `${name} ${JSON.stringify(input)}`);
  await pushes(d, out, refused);

  const made = await out('CREATE_CHAT', { email: 'new.person@elsewhere.example' });
  assert.equal((await out('UPDATE_CHAT', { iden: made.iden, muted: true })).muted, true);
  assert.equal((await out('UPDATE_CHAT', { iden: made.iden, muted: false })).muted, false);
  const { chats, cursor } = await out('LIST_CHATS', { limit: 1 });
  const next = await out('LIST_CHATS', { limit: 1, cursor });
  assert.equal(chats[0].iden, made.iden);
  assert.notEqual(next.chats[0].iden, made.iden);
  assert.equal(next.cursor, null);
  await out('DELETE_CHAT', { iden: made.iden });
  await refused('DELETE_CHAT', { iden: made.iden });
  for (const input of [{}, { email: 7 }, { email: '' }]) await refused('CREATE_CHAT', input);
  for (const input of [{ iden: made.iden }, { muted: true }, { iden: made.iden, muted: 'yes' }]) await refused('UPDATE_CHAT', input);
  for (const input of [{ limit: 501 }, { limit: 0 }, { limit: '5' }, { cursor: '!' }]) await refused('LIST_CHATS', input);

  const full = { model: 'Pixel 9', nickname: 'Tásche', app_version: 0, manufacturer: 'Google' };
  const device = await out('CREATE_DEVICE', { ...full, push_token: '', has_sms: true });
  for (const name of Object.keys(full)) await refused('CREATE_DEVICE', { ...full, [name]: undefined });
  for (const bad of [{ app_version: -1 }, { app_version: 1.5 }, { has_sms: 'no' }, { icon: 7 }]) await refused('CREATE_DEVICE', { ...full, ...bad });
  await refused('UPDATE_DEVICE', { iden: device.iden, app_version: -1 });
  await refused('UPDATE_DEVICE', { nickname: 'x' });
  await out('UPDATE_DEVICE', { iden: device.iden, nickname: 'Purse', icon: 'phone' });
  const shown = (await out('LIST_DEVICES')).devices.find((one) => one.iden === device.iden);
  assert.deepEqual([shown.nickname, shown.icon, shown.model, shown.has_sms], ['Purse', 'phone', 'Pixel 9', true]);
  await out('DELETE_DEVICE', { device_iden: device.iden });
  assert.ok(!(await out('LIST_DEVICES')).devices.some((one) => one.iden === device.iden));
  await refused('DELETE_DEVICE', { iden: device.iden });
  assert.equal((await out('GET_USER')).email, 'ana.lund@grove.example');
  assert.ok((await out('UPLOAD_REQUEST', { file_name: 'a.png', file_type: 'image/png' })).upload.form.signature);
  for (const input of [{ file_name: 'a.png' }, { file_type: 'image/png' }]) await refused('UPLOAD_REQUEST', input);
}

async function pushes(d, out, refused) {
  const list = async (input) => (await out('LIST_PUSHES', input)).pushes.map((push) => push.iden);
  const file = { type: 'file', file_name: 'a b.png', file_type: 'image/png', file_url: 'https://x.example/a' };
  const one = await out('CREATE_PUSH', { type: 'note', title: 'T', body: 'x'.repeat(3000) });
  assert.equal(one.body.length, 3000);
  const two = await out('CREATE_PUSH', { type: 'link', url: 'https://x.example/', guid: 'g', email: 'a@b.example' });
  assert.equal((await out('CREATE_PUSH', { type: 'link', url: 'https://x.example/', guid: 'g' })).iden, two.iden);
  const three = await out('CREATE_PUSH', { ...file, channel_tag: 'tides' });
  assert.deepEqual((await list({})).slice(0, 3), [three.iden, two.iden, one.iden]);
  assert.ok((await list({ active: true })).length < (await list({ active: false })).length);
  assert.deepEqual(await list({ modified_after: one.modified }), [three.iden, two.iden]);
  assert.deepEqual(await list({ modified_after: Date.now() / 1000 + 5.5 }), []);
  const first = await out('LIST_PUSHES', { limit: 2 });
  assert.equal((await out('LIST_PUSHES', { limit: 500, cursor: first.cursor })).pushes[0].iden, one.iden);
  for (const input of [{}, { type: 'sms' }, { type: 'link' }, { type: 'link', url: '' }, { ...file, file_url: undefined }, { ...file, file_name: undefined },
    { ...file, file_type: undefined }, { type: 'note', device_iden: 'none' }, { type: 'note', body: 7 }]) await refused('CREATE_PUSH', input);
  const items = [{ text: 'rope', checked: false }];
  const changed = await out('UPDATE_PUSH', { iden: one.iden, items, dismissed: true });
  assert.deepEqual([changed.items, changed.dismissed], [items, true]);
  for (const bad of [[{ text: 'x' }], [{ checked: true }], ['x'], 'x']) await refused('UPDATE_PUSH', { iden: one.iden, items: bad });
  await out('DELETE_PUSH', { iden: one.iden });
  assert.ok(!(await list({})).includes(one.iden));
  await refused('DELETE_PUSH', { iden: one.iden });
  const others = await out('CREATE_PUSH', { type: 'note', body: 'x' }, { as: 'ben' });
  await out('DELETE_ALL_PUSHES');
  assert.deepEqual(await list({ active: true }), []);
  const later = await out('CREATE_PUSH', { type: 'note', body: 'later' });
  assert.ok(await d.until(async () => (await list({})).length === 1));
  assert.deepEqual(await list({}), [later.iden]);
  assert.ok((await out('LIST_PUSHES', {}, { as: 'ben' })).pushes.some((push) => push.iden === others.iden));
}
