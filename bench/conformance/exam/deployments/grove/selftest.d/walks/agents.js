// Agents, chats, files, studio chats.

import assert from 'node:assert/strict';

const NOBODY = '11111111-2222-4333-8444-555555555555';

export async function agents(d) {
  const { agentId, privateAgentId, unpaidAgentId } = d.fixtures;
  const post = async (body, status, as = 'ana') => d.must(status, 'POST', '/me/agents', { body, as });
  const made = await d.agent({ prompt: 'Žluť & <b> 🐢', access: 'private', slug: 'walk-one' });
  assert.deepEqual([made.prompt, made.access, made.slug, made.pitch], ['Žluť & <b> 🐢', 'private', 'walk-one', null]);
  assert.deepEqual(await d.get(`/me/agents/${made.id}`), made);
  await d.get(`/me/agents/${made.id}`, { as: null }, 403);
  await d.get(`/me/agents/${made.id}`, { as: 'ben' }, 403);
  await d.get(`/me/agents/${agentId}`, { as: null });
  await d.get(`/me/agents/${NOBODY}`, {}, 404);
  await d.get('/me/agents/x', {}, 404);
  assert.equal((await d.agent({ access: undefined })).access, 'private');
  assert.equal((await d.agent({ access: undefined }, { as: 'sol' })).access, 'public');
  for (const prompt of [undefined, null, '']) await post({ name: 'x', prompt }, 400);
  await post({ name: 'x', prompt: 7 }, 422);
  await post({ prompt: 'x' }, 422);
  await post({ name: 'x', prompt: 'x', access: 'friends' }, 422);
  await post({ name: 'x', prompt: 'x', access: 'private' }, 400, 'sol');
  await post({ name: 'x', prompt: 'x', slug: 'walk-one' }, 400);
  await post({ name: 'x', prompt: 'x', slug: 'Not A Slug' }, 422);
  const changed = await d.agent({ id: made.id, prompt: 'changed', slug: 'walk-one' });
  assert.deepEqual([changed.id, changed.prompt], [made.id, 'changed']);
  await post({ id: unpaidAgentId, name: 'x', prompt: 'x' }, 403);
  await post({ id: NOBODY, name: 'x', prompt: 'x' }, 404);
  await post({ id: made.id, name: 'x' }, 400);
  const { pitch } = await d.must(200, 'POST', `/me/agents/${made.id}/upsell-description`);
  assert.ok(pitch);
  assert.equal((await d.get(`/me/agents/${made.id}`)).pitch, pitch);
  await d.must(404, 'POST', `/me/agents/${NOBODY}/upsell-description`);
  const { slug } = await d.must(200, 'POST', '/me/agents/vanity/slug', { as: null, body: { text: 'Walk öne!' } });
  assert.match(slug, /^walk-one-/);
  await d.must(422, 'POST', '/me/agents/vanity/slug', { as: null, body: {} });
  assert.equal((await d.get('/me/agents/vanity/slug?slug=walk-one')).free, false);
  assert.equal((await d.get(`/me/agents/vanity/slug?slug=${slug}`)).free, true);
  await d.get('/me/agents/vanity/slug', {}, 422);
  const { services } = await d.get('/me/vibe/services', { as: null });
  assert.equal(services.length, 3);
  for (const service of services) assert.ok((await d.get(`/me/agents/${agentId}/vibe?service_name=${service}`)).text);
  await d.get(`/me/agents/${agentId}/vibe?service_name=x`, {}, 422);
  await d.get(`/me/agents/${agentId}/vibe`, {}, 422);
  await d.get(`/me/agents/${privateAgentId}/vibe?service_name=${services[0]}`, {}, 403);
  await themes(d, made.id);
}

async function themes(d, agent) {
  const path = (id) => `/me/agents/${id}/customizations/theme`;
  const put = (id, color, status) => d.must(status, 'PUT', path(id), { body: { color } });
  assert.equal(await d.get(path(agent)), null);
  assert.equal((await put(agent, '#0A0b0c', 200)).color, '#0A0b0c');
  assert.equal((await d.get(path(agent))).color, '#0A0b0c');
  for (const color of ['green', '#12', '#1234567', '']) await put(agent, color, 400);
  await put(agent, 7, 422);
  await put(d.fixtures.unpaidAgentId, '#000000', 403);
  await put(NOBODY, '#000000', 404);
  await put('x', '#000000', 422);
  await d.get(path(d.fixtures.privateAgentId), {}, 403);
  await d.get(path(NOBODY), {}, 404);
}

export async function chats(d) {
  const { agentId, privateAgentId, unpaidAgentId } = d.fixtures;
  const full = (more) => ({ name: 'Walk', prompt: 'You walk.', access: 'public', ...more });
  const path = (id, rest = '') => `/me/chats/${id}${rest}`;
  const made = await d.must(200, 'POST', '/me/chats', { body: full() });
  assert.ok((await d.get('/me/agents')).some((one) => one.id === made.id));
  assert.deepEqual(await d.get('/me/chats'), await d.get('/me/agents'));
  await d.must(400, 'POST', '/me/chats', { body: { name: 'x' } });
  await d.must(400, 'POST', '/me/chats', { as: 'sol', body: full({ access: 'private' }) });
  assert.deepEqual(await d.get(path(made.id), { as: null }), made);
  await d.get(path(privateAgentId), {}, 403);
  await d.get(path('x'), {}, 404);
  assert.equal((await d.must(200, 'PUT', path(made.id), { body: full({ prompt: 'You run.' }) })).prompt, 'You run.');
  await d.must(403, 'PUT', path(unpaidAgentId), { body: full() });
  await d.must(404, 'PUT', path(NOBODY), { body: full() });
  const patched = await d.must(200, 'PATCH', path(made.id), { body: { slug: 'walk-chat' } });
  assert.deepEqual([patched.slug, patched.prompt, patched.access], ['walk-chat', 'You run.', 'public']);
  assert.deepEqual((await d.must(200, 'PATCH', path(made.id), { body: {} })).slug, 'walk-chat');
  await d.must(403, 'PATCH', path(unpaidAgentId), { body: {} });
  await d.must(404, 'PATCH', path(NOBODY), { body: {} });
  const sandbox = await d.agent({}, { as: 'sol' });
  await d.must(400, 'PATCH', path(sandbox.id), { as: 'sol', body: { access: 'private' } });
  await d.must(400, 'PUT', path(sandbox.id), { as: 'sol', body: full({ access: 'private' }) });
  assert.ok((await d.get(path(made.id, '/og'), { as: null })).title);
  await d.get(path('x', '/og'), { as: null }, 422);
  await d.get(path(privateAgentId, '/og'), { as: null }, 403);
  for (const options of [{}, { raw: 'null' }, { body: {} }]) {
    const copy = await d.must(200, 'POST', path(made.id, '/clone'), { as: 'ben', ...options });
    assert.notEqual(copy.id, made.id);
    assert.equal(copy.prompt, 'You run.');
  }
  const copy = await d.must(200, 'POST', path(unpaidAgentId, '/clone'), { body: { prompt: 'You differ.', access: 'private' } });
  assert.deepEqual([copy.prompt, copy.access], ['You differ.', 'private']);
  await d.must(403, 'POST', path(privateAgentId, '/clone'));
  await d.must(403, 'POST', path(copy.id, '/clone'));
  await d.must(404, 'POST', path(NOBODY, '/clone'));
  await d.must(422, 'POST', path('x', '/clone'));
  await d.must(400, 'POST', path(made.id, '/clone'), { as: 'sol', body: { access: 'private' } });
  const rated = await d.must(200, 'POST', path(made.id, '/feedback'), { as: 'ben', body: { stars: 4 } });
  assert.deepEqual([rated.id, rated.rating], [made.id, { count: 1, mean: 4 }]);
  await d.must(404, 'POST', path(NOBODY, '/feedback'), { body: { stars: 4 } });
  await d.must(422, 'POST', path(made.id, '/feedback'), { body: { stars: 6 } });
  const { run } = await d.must(200, 'POST', path(agentId, '/runs'));
  assert.equal((await d.get('/me/agent-runs?limit=1')).runs[0].id, run);
  assert.equal((await d.get(`/me/agent-runs/${run}/logs`)).length, 1);
  assert.deepEqual((await d.history(run)).body, []);
  await d.must(403, 'POST', path(privateAgentId, '/runs'));
  await d.must(404, 'POST', path(NOBODY, '/runs'));
  await d.must(403, 'DELETE', path(unpaidAgentId));
  assert.equal((await d.must(200, 'DELETE', path(made.id))).id, made.id);
  await d.must(404, 'DELETE', path(made.id));
  await d.get(`/me/agents/${made.id}`, {}, 404);
}

export async function files(d) {
  const { id: agent } = await d.agent();
  const path = (rest = '') => `/me/agents/${agent}/files${rest}`;
  const ids = async () => (await d.get(path())).files.map((file) => file.id);
  const [a, b, c] = [await d.file(agent), await d.file(agent), await d.file(agent, { pos: 0, name: 'ž.txt', text: '日本' })];
  assert.deepEqual([a.pos, b.pos, c.pos], [0, 1, 0]);
  assert.deepEqual(await d.get(path(`/${c.id}`)), c);
  await d.must(200, 'PATCH', path(`/${c.id}`), { body: { pos: 9 } });
  assert.deepEqual(await ids(), [a.id, b.id, c.id]);
  const order = [{ id: c.id, pos: 0 }, { id: b.id, pos: 1 }, { id: a.id, pos: 2 }];
  const { files: sorted } = await d.must(200, 'PUT', path('/positions'), { body: { order } });
  assert.deepEqual(sorted.map((file) => [file.id, file.pos]), order.map((one) => [one.id, one.pos]));
  await d.must(200, 'PUT', path('/positions'), { body: { order: { [a.id]: 0, [b.id]: 1, [c.id]: 2 } } });
  assert.deepEqual(await ids(), [a.id, b.id, c.id]);
  await d.must(404, 'PUT', path('/positions'), { body: { order: [{ id: a.id, pos: 5 }, { id: NOBODY, pos: 1 }] } });
  await d.must(422, 'PUT', path('/positions'), { body: { order: [{ id: a.id, pos: -1 }] } });
  assert.deepEqual(await ids(), [a.id, b.id, c.id]);
  await d.must(422, 'POST', path(), { body: { text: 'no name' } });
  await d.must(422, 'POST', path(), { body: { name: 'x', pos: '1' } });
  for (const [method, rest, body] of [['GET', ''], ['POST', '', { name: 'x' }], ['GET', `/${a.id}`], ['PATCH', `/${a.id}`, {}],
    ['DELETE', `/${a.id}`], ['PUT', '/positions', { order: [] }]]) {
    await d.must(403, method, path(rest), { as: 'ben', body });
    await d.must(404, method, `/me/agents/${NOBODY}/files${rest}`, { body });
    await d.must(422, method, `/me/agents/x/files${rest}`, { body });
  }
  await d.must(404, 'PATCH', path(`/${NOBODY}`), { body: {} });
  await d.must(404, 'DELETE', path(`/${NOBODY}`));
  const gone = await d.ask('DELETE', path(`/${a.id}`));
  assert.deepEqual([gone.status, gone.text], [204, '']);
  await d.get(path(`/${a.id}`), {}, 404);
  for (let count = 2; count < 8; count += 1) await d.file(agent);
  await d.must(400, 'POST', path(), { body: { name: 'x' } });
  assert.equal((await ids()).length, 8);
}

export async function studio(d) {
  const base = '/me/agent-studio-chats';
  const path = (run, rest = '') => `${base}/${run}${rest}`;
  const made = await d.studioChat({ run: 'my-run-1', access: 'private', title: 'One', note: 'n' });
  assert.deepEqual([made.run, made.access], ['my-run-1', 'private']);
  assert.deepEqual(await d.studioChat({ run: 'my-run-1' }), made);
  await d.must(409, 'POST', base, { as: 'ben', body: { run: 'my-run-1' } });
  await d.must(400, 'POST', base, { as: 'sol', body: { access: 'private' } });
  await d.must(422, 'POST', base, { body: { access: 'secret' } });
  await d.must(422, 'POST', base, { raw: '[' });
  for (const as of [null, 'ben']) await d.get(path(made.run), { as }, 403);
  assert.deepEqual(await d.get(path(made.run)), made);
  await d.get(path('none'), {}, 404);
  await d.must(400, 'POST', path(made.run, '/clone'));
  const patched = await d.must(200, 'PATCH', path(made.run), { body: { access: 'public' } });
  assert.deepEqual([patched.access, patched.title, patched.note], ['public', 'One', 'n']);
  await d.get(path(made.run), { as: null });
  const copy = await d.must(201, 'POST', path(made.run, '/clone'), { as: 'ben' });
  assert.notEqual(copy.run, made.run);
  assert.deepEqual((await d.get(base, { as: 'ben' })).map((one) => one.run), [copy.run]);
  const put = await d.must(200, 'PUT', path(made.run), { body: { access: 'private', title: 'Two' } });
  assert.deepEqual([put.title, put.note, put.access], ['Two', null, 'private']);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    await d.must(403, method, path(made.run), { as: 'ben', body: {} });
    await d.must(404, method, path('none'), { body: {} });
  }
  const sandbox = await d.studioChat({ access: undefined }, { as: 'sol' });
  assert.equal(sandbox.access, 'public');
  for (const method of ['PUT', 'PATCH']) await d.must(400, method, path(sandbox.run), { as: 'sol', body: { access: 'private' } });
  await d.must(404, 'POST', path('none', '/clone'));
  assert.equal((await d.must(200, 'DELETE', path(made.run))).run, made.run);
  await d.get(path(made.run), {}, 404);
  assert.deepEqual(await d.get(base), []);
  await d.must(404, 'DELETE', path(made.run));
}
