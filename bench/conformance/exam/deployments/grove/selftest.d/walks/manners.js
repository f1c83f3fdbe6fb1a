// What holds for all operations: tokens, broken input, unknown paths, speed.

import assert from 'node:assert/strict';
import { operations } from '../interface.js';

const OPEN = ['POST /me/cli-auth', 'GET /me/cli-auth/{auth_id}', 'GET /me/agent-studio-chats/{run_id}', 'GET /me/agents/{agent_id}',
  'POST /me/agents/vanity/slug', 'GET /me/vibe/services', 'GET /me/chats/{chat_id}', 'GET /me/chats/{chat_id}/og', 'POST /me/payments/webhook',
  'GET /me/tools', 'GET /me/tools/{tool_id}'];

const UUID = '11111111-2222-4333-8444-555555555555';

const filled = (template) => template
  .replace(/\{(?:bundle_id|api_key_id|log_id)\}/g, '999999').replace(/\{[a-z_]+\}/g, UUID);

export async function manners(d) {
  const [head, claims, signature] = d.credentials.jwt.split('.');
  const expired = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url')), exp: 1 })).toString('base64url');
  for (const operation of operations.filter((one) => one.includes('{base_url}'))) {
    const [method, template] = operation.replace('{base_url}', '').split(' ');
    const path = filled(template);
    const open = OPEN.includes(`${method} ${template}`);
    const body = method === 'GET' ? {} : { raw: '{}' };
    for (const token of ['', 'nonsense', `${head}.${claims}.${signature}x`, `${head}.${expired}.${signature}`, d.credentials.apiKey]) {
      const answer = await d.ask(method, path, { as: null, token, ...body });
      if (open) assert.notEqual(answer.status, 401, operation);
      else assert.equal(answer.status, 401, operation);
      if (answer.status !== 204) assert.notEqual(answer.body, undefined, operation);
    }
    for (const raw of ['{', 'null', '[]', '"x"', '7', '\u00ff', '{"id":{},"name":[],"prompt":{},"access":7,"tool":7,"run":7,"token":{}}']) {
      const answer = await d.ask(method, path, { ...(method === 'GET' ? {} : { raw }) });
      assert.ok(answer.status < 500, `${operation} ${raw}: ${answer.text}`);
      if (method === 'GET') break;
    }
    for (const odd of ['%00', '%ff', 'constructor', '__proto__', '%F0%9F%90%A2', '-1', '1e3', '99999999999999999999', 'x'.repeat(3000)]) {
      const answer = await d.ask(method, template.replace(/\{[a-z_]+\}/g, odd), body);
      assert.ok(answer.status < 500, `${operation} ${odd}: ${answer.text}`);
      if (!template.includes('{')) break;
    }
  }
  await d.get('/me/nothing', {}, 404);
  const wrong = await d.ask('PATCH', '/me/bundles');
  assert.equal(wrong.status, 405);
  assert.deepEqual(wrong.headers.get('allow').split(', ').sort(), ['GET', 'POST']);
  assert.equal((await d.ask('POST', '/me/agents', { raw: 'x'.repeat(2_100_000) })).status, 413);
  const times = [];
  for (let count = 0; count < 200; count += 1) {
    const begin = performance.now();
    await d.get('/me/agents');
    times.push(performance.now() - begin);
  }
  const quick = times.sort((a, b) => a - b)[50]; // others use the machine too: the slower ones tell of them
  assert.ok(quick < 5, `${quick} ms a request`);
}
