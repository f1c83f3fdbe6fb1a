// Section 4.1 and 3: the Workers API.

import assert from 'node:assert/strict';

const NOBODY = '11111111-2222-4333-8444-555555555555';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function textRun(d) {
  const { message, agentId } = d.fixtures;
  const first = await d.say(message);
  assert.match(first.run, UUID);
  assert.match(first.headers.get('content-type'), /^text\/plain/);
  const second = await d.goOn(first.run, 'Ünd – 🐢?\n "ok" <b>');
  assert.equal(second.status, 200);
  assert.equal(second.run, first.run);
  const history = await d.history(first.run);
  assert.equal(history.status, 200);
  assert.ok(!history.headers.has('x-service-job-id'));
  assert.deepEqual(history.body, [
    { role: 'user', content: message }, { role: 'assistant', content: first.text },
    { role: 'user', content: 'Ünd – 🐢?\n "ok" <b>' }, { role: 'assistant', content: second.text },
  ]);
  assert.ok(second.text.includes(message), 'the worker remembers');
  const greeting = await d.work('POST', `/${agentId}`, { body: {} });
  assert.equal(greeting.status, 200);
  assert.equal((await d.goOn(first.run, '')).status, 200);
}

async function streamsInPieces(d) {
  const response = await fetch(`${d.config.agentsUrl}/${d.fixtures.agentId}`, {
    method: 'POST', headers: { authorization: `Bearer ${d.credentials.apiKey}` }, body: '{"message":"Tell me more about herons"}',
  });
  let pieces = 0;
  for await (const piece of response.body) pieces += piece.length > 0 ? 1 : 0;
  assert.ok(pieces >= 3, `${pieces} pieces`);
}

async function ndjsonRun(d) {
  const { message, name, output } = d.fixtures.toolCallMessage;
  const started = await d.say(message, { form: '/ndjson' });
  assert.match(started.headers.get('content-type'), /ndjson/);
  const lines = started.text.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.ok(lines.some((line) => line.call && line.tool === name));
  assert.ok(lines.some((line) => JSON.stringify(line.out ?? null).includes(output)));
  const again = await d.goOn(started.run, message, { form: '/ndjson' });
  assert.equal(again.run, started.run);
  const plain = await d.say(message);
  assert.ok(!plain.text.includes(name) && !plain.text.includes(output));
  const history = await d.history(started.run);
  assert.deepEqual(history.body.map((entry) => entry.role), ['user', 'assistant', 'user', 'assistant']);
  assert.equal(history.body[1].content, lines.map((line) => line.say ?? '').join(''));
  const calls = await d.get(`/me/agent-runs/${started.run}/mcp-server-logs`);
  assert.equal(calls.length, 2);
}

async function job(d, message) {
  const { run, agent, busy } = await d.job(message);
  assert.ok(await busy());
  for (const form of ['', '/ndjson']) assert.equal((await d.goOn(run, 'Hello?', { agent, form })).status, 409);
  const other = await d.say('Hello', { agent });
  assert.notEqual(other.run, run);
  assert.ok(!(await d.history(other.run, { agent })).headers.has('x-service-job-id'));
  assert.equal((await d.goOn(other.run, 'And now?', { agent })).status, 200);
  assert.deepEqual(await d.said(run, { agent }), [message]);
  assert.ok(await busy(), 'the job lasts that long');
  assert.ok(await d.until(async () => !(await busy())));
  assert.deepEqual(await d.said(run, { agent }), [message]);
  const resumed = await d.goOn(run, '0', { agent });
  assert.equal(resumed.status, 200);
  assert.ok(!resumed.headers.has('x-service-job-id'));
  assert.deepEqual(await d.said(run, { agent }), [message, '0']);
}

async function refusals(d) {
  const { agentId, privateAgentId, paidAgentId } = d.fixtures;
  const { run } = await d.say('Hello');
  const say = { body: { message: 'Hello' } };
  for (const [method, path] of [['POST', `/${agentId}`], ['POST', `/ndjson/${agentId}`], ['PUT', `/${agentId}/${run}`],
    ['PUT', `/ndjson/${agentId}/${run}`], ['GET', `/${agentId}/${run}`]]) {
    const body = method === 'GET' ? {} : say;
    assert.equal((await d.work(method, path, { as: null, ...body })).status, 401);
    assert.equal((await d.work(method, path, { key: 'gk_wrong', ...body })).status, 401);
    assert.equal((await d.work(method, path, { key: d.credentials.jwt, ...body })).status, 401);
    if (path.includes(run)) assert.equal((await d.work(method, path, { as: 'ben', ...body })).status, 404);
  }
  assert.equal((await d.work('POST', `/${privateAgentId}`, say)).status, 403);
  assert.equal((await d.work('POST', `/${privateAgentId}`, { as: 'ben', ...say })).status, 200);
  assert.equal((await d.work('POST', `/${paidAgentId}`, say)).status, 403);
  assert.equal((await d.work('POST', `/${NOBODY}`, say)).status, 404);
  assert.equal((await d.work('POST', '/nobody', say)).status, 422);
  assert.equal((await d.work('GET', `/${agentId}/${NOBODY}`)).status, 404);
  assert.equal((await d.work('GET', `/${d.fixtures.backgroundAgentId}/${run}`)).status, 404);
  assert.equal((await d.goOn(NOBODY, 'Hello')).status, 404);
  for (const raw of ['{"message":', '[]', '{"message":7}', '"x"']) {
    assert.equal((await d.work('POST', `/${agentId}`, { raw })).status, 422);
    assert.equal((await d.work('PUT', `/${agentId}/${run}`, { raw })).status, 422);
  }
  assert.equal((await d.work('PUT', `/${agentId}/${run}`, { body: {} })).status, 422);
  assert.deepEqual(await d.said(run), ['Hello']);
}

async function atTheSameTime(d) {
  const words = ['alpha', 'bravo', 'gamma', 'delta'];
  const answers = await Promise.all(words.map((word) => d.say(word)));
  assert.equal(new Set(answers.map((answer) => answer.run)).size, 4);
  words.forEach((word, index) => assert.ok(answers[index].text.includes(word)));
  const { run } = answers[0];
  const turns = await Promise.all(words.map((word) => d.goOn(run, word)));
  assert.ok(turns.every((turn) => turn.status === 200));
  const { body } = await d.history(run);
  assert.deepEqual(body.map((entry) => entry.role), Array.from({ length: 10 }, (_, index) => (index % 2 ? 'assistant' : 'user')));
  assert.deepEqual((await d.said(run)).sort(), ['alpha', ...words].sort());
}

export async function workers(d) {
  await textRun(d);
  await streamsInPieces(d);
  await ndjsonRun(d);
  await job(d, d.fixtures.backgroundMessage);
  await job(d, d.fixtures.backgroundErrorMessage);
  await refusals(d);
  await atTheSameTime(d);
}
