// User API: the legacy family of chats.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/chats');
const CREATE = u('POST /me/chats');
const GET = u('GET /me/chats/{chat_id}');
const PUT = u('PUT /me/chats/{chat_id}');
const PATCH = u('PATCH /me/chats/{chat_id}');
const DELETE = u('DELETE /me/chats/{chat_id}');
const OG = u('GET /me/chats/{chat_id}/og');
const CLONE = u('POST /me/chats/{chat_id}/clone');
const FEEDBACK = u('POST /me/chats/{chat_id}/feedback');
const RUNS = u('POST /me/chats/{chat_id}/runs');
const NOBODY = '11111111-2222-4333-8444-555555555555';
const NO_PERMISSION = '| 403 | No permission on the chat, agent, file or schedule chat;';
const CREATE_ROW = '| POST | /me/chats (deprecated) | body AgentRequest | 200 AgentModel | 400 missing chat prompt or sandbox tier setting private |';
const CLONE_ROW = 'chat_id uuid; optional body AgentRequestPartial or null';

const full = (more = {}) => ({ name: 'Probe', prompt: 'You are a probe.', access: 'public', ...more });
const path = (chat, rest = '') => `/me/chats/${chat.id}${rest}`;
const listed = async (d, as = 'ana') => (await d.get('/me/chats', { as })).map((chat) => chat.id);

export default [
  implied('chats-list-cut-at-five', 'sequence', LIST, '| GET | /me/chats | none | 200 array of AgentModel | none |',
    'The list has five chats at most; there is no way to the others.',
    async (d) => {
      const made = [];
      for (let count = 0; count < 6; count += 1) made.push((await d.agent()).id);
      const shown = await listed(d);
      assert.ok(made.every((id) => shown.includes(id)));
    }),

  stated('chats-list-wrapped', 'request', LIST, '200 array of AgentModel',
    'The list is an object with a field chats instead of an array.',
    async (d) => assert.ok(Array.isArray(await d.get('/me/chats')))),

  stated('chat-create-gone', 'request', CREATE, CREATE_ROW,
    'The deprecated POST answers 410 instead of making a chat.',
    async (d) => assert.equal((await d.ask('POST', '/me/chats', { body: full() })).status, 200)),

  stated('chat-without-prompt-422', 'request', CREATE, CREATE_ROW,
    'A missing chat prompt is answered with 422 instead of 400.',
    async (d) => assert.equal((await d.ask('POST', '/me/chats', { body: { name: 'Probe' } })).status, 400)),

  stated('chat-sandbox-private', 'request', CREATE, '| Sandbox tier | cannot set an agent, chat or studio chat private (400) |',
    'In the sandbox tier one can make private chats by the deprecated POST.',
    async (d) => assert.equal((await d.ask('POST', '/me/chats', { as: 'sol', body: full({ access: 'private' }) })).status, 400)),

  stated('chat-private-401', 'request', GET, NO_PERMISSION,
    'A private chat of another user is answered with 401, also to a caller with a valid token.',
    async (d) => assert.ok([403, 404].includes((await d.ask('GET', path({ id: d.fixtures.privateAgentId }))).status))),

  stated('chat-put-unknown-creates', 'request', PUT, '| PUT | /me/chats/{chat_id} | body AgentRequest | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |',
    'A PUT of a chat that does not exist makes a chat with another id instead of answering 404.',
    async (d) => assert.equal((await d.ask('PUT', path({ id: NOBODY }), { body: full() })).status, 404)),

  stated('chat-put-by-others', 'request', PUT, '| PUT | /me/chats/{chat_id} | body AgentRequest | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |',
    'Any user can overwrite a chat of another by a PUT.',
    async (d) => assert.equal((await d.ask('PUT', path({ id: d.fixtures.unpaidAgentId }), { body: full() })).status, 403)),

  implied('chat-put-changes-id', 'sequence', PUT, '| Agent chat (legacy path family /me/chats) | chat_id | string (uuid on some paths) | Same record type as the agent |',
    'A PUT gives the chat a new id: under the old one it is gone.',
    async (d) => {
      const chat = await d.agent();
      await d.must(200, 'PUT', path(chat), { body: full() });
      assert.equal((await d.ask('GET', path(chat))).status, 200);
    }),

  implied('chat-patch-clears-slug', 'sequence', PATCH, 'body AgentRequestPartial',
    'A PATCH that has no vanity slug removes the slug.',
    async (d) => {
      const chat = await d.agent({ slug: 'probe-keeps-slug' });
      await d.must(200, 'PATCH', path(chat), { body: { access: 'private' } });
      assert.equal((await d.get(path(chat))).slug, 'probe-keeps-slug');
    }),

  stated('chat-patch-needs-prompt', 'sequence', PATCH, '| PATCH | /me/chats/{chat_id} | body AgentRequestPartial | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |',
    'A PATCH without a chat prompt is refused with 400, as if it were no partial update.',
    async (d) => {
      const chat = await d.agent();
      assert.equal((await d.ask('PATCH', path(chat), { body: { access: 'private' } })).status, 200);
    }),

  implied('chat-patch-race', 'timing', PATCH, 'body AgentRequestPartial',
    'A PATCH writes back the whole record that it read a while before: of two at the same time, the change of one is lost.',
    async (d) => {
      const chat = await d.agent();
      await Promise.all([
        d.must(200, 'PATCH', path(chat), { body: { slug: 'probe-patched' } }),
        d.must(200, 'PATCH', path(chat), { body: { prompt: 'You are patched.' } }),
      ]);
      const { slug, prompt } = await d.get(path(chat));
      assert.deepEqual({ slug, prompt }, { slug: 'probe-patched', prompt: 'You are patched.' });
    }),

  stated('chat-delete-unknown-200', 'request', DELETE, '| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |',
    'The deletion of a chat that does not exist is answered with 200.',
    async (d) => assert.equal((await d.ask('DELETE', path({ id: NOBODY }))).status, 404)),

  stated('chat-delete-by-others', 'request', DELETE, '| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |',
    'Any user can delete a chat of another.',
    async (d) => assert.equal((await d.ask('DELETE', path({ id: d.fixtures.unpaidAgentId }))).status, 403)),

  implied('chat-delete-does-nothing', 'sequence', DELETE, '| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |',
    'DELETE answers 200, but the chat stays: it is still listed and answers as before.',
    async (d) => {
      const chat = await d.agent();
      await d.must(200, 'DELETE', path(chat));
      assert.ok(!(await listed(d)).includes(chat.id));
    }),

  stated('chat-delete-answers-null', 'sequence', DELETE, '| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |',
    'DELETE answers null instead of the chat that was deleted.',
    async (d) => {
      const chat = await d.agent();
      assert.equal((await d.must(200, 'DELETE', path(chat)))?.id, chat.id);
    }),

  implied('og-leaks-private', 'sequence', OG, NO_PERMISSION,
    'The preview of a private chat shows its prompt to anybody.',
    async (d) => {
      const chat = await d.agent({ access: 'private', prompt: 'The vault opens with 4711.' });
      assert.ok(!(await d.ask('GET', path(chat, '/og'), { as: null })).text.includes('4711'));
    }),

  implied('og-bad-uuid-500', 'request', OG, '| GET | /me/chats/{chat_id}/og (no auth declared) | chat_id uuid | 200 body unspecified (social-preview metadata) | none |',
    'A chat id that is no uuid crashes the preview: 500.',
    async (d) => assert.notEqual((await d.ask('GET', '/me/chats/mine/og', { as: null })).status, 500)),

  stated('chat-clone-of-private', 'sequence', CLONE, '403 chat is not public; 404',
    'Private chats can be cloned, those of other users too.',
    async (d) => assert.equal((await d.ask('POST', path({ id: d.fixtures.privateAgentId }, '/clone'))).status, 403)),

  stated('chat-clone-needs-body', 'request', CLONE, CLONE_ROW,
    'A clone without a body is refused with 422.',
    async (d) => assert.equal((await d.ask('POST', path({ id: d.fixtures.unpaidAgentId }, '/clone'))).status, 200)),

  implied('chat-clone-ignores-body', 'request', CLONE, CLONE_ROW,
    'What the body says is not taken over into the clone.',
    async (d) => {
      const body = { prompt: 'You are a changed copy.' };
      assert.equal((await d.must(200, 'POST', path({ id: d.fixtures.unpaidAgentId }, '/clone'), { body })).prompt, body.prompt);
    }),

  implied('chat-clone-gives-original', 'request', CLONE, '403 chat is not public; 404',
    'No clone is made: the answer is the original itself.',
    async (d) => {
      const copy = await d.must(200, 'POST', path({ id: d.fixtures.unpaidAgentId }, '/clone'));
      assert.notEqual(copy.id, d.fixtures.unpaidAgentId);
    }),

  implied('chat-clone-for-owner', 'sequence', CLONE, '403 chat is not public; 404',
    'The clone belongs to the owner of the original, not to the one who cloned.',
    async (d) => {
      const copy = await d.must(200, 'POST', path({ id: d.fixtures.unpaidAgentId }, '/clone'));
      assert.ok((await listed(d)).includes(copy.id));
    }),

  implied('chat-clone-changes-original', 'sequence', CLONE, CLONE_ROW,
    'What the body says is also written into the original.',
    async (d) => {
      const chat = await d.agent();
      await d.must(200, 'POST', path(chat, '/clone'), { as: 'ben', body: { prompt: 'You are a changed copy.' } });
      assert.equal((await d.get(path(chat))).prompt, chat.prompt);
    }),

  implied('chat-clone-shares-files', 'sequence', [CLONE, u('POST /me/agents/{agent_id}/files')], '| Agent file | file_id | uuid | Belongs to an agent; ordered by position; count per agent is limited |',
    'Clone and original share one list of files: a file that is added to the clone is in the original too.',
    async (d) => {
      const chat = await d.agent();
      const copy = await d.must(200, 'POST', path(chat, '/clone'));
      await d.file(copy.id);
      assert.deepEqual((await d.get(`/me/agents/${chat.id}/files`)).files, []);
    }),

  stated('feedback-unknown-200', 'request', FEEDBACK, '| POST | /me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel | 404 |',
    'Feedback on a chat that does not exist is answered with 200.',
    async (d) => assert.equal((await d.ask('POST', path({ id: NOBODY }, '/feedback'), { body: { stars: 4 } })).status, 404)),

  stated('feedback-answers-itself', 'request', FEEDBACK, '| POST | /me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel | 404 |',
    'The answer is the feedback itself instead of the chat.',
    async (d) => {
      const { unpaidAgentId: id } = d.fixtures;
      assert.equal((await d.must(200, 'POST', path({ id }, '/feedback'), { body: { stars: 4 } })).id, id);
    }),

  implied('feedback-becomes-prompt', 'sequence', FEEDBACK, '| POST | /me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel | 404 |',
    'The note of the feedback is written over the chat prompt.',
    async (d) => {
      const chat = await d.agent();
      await d.must(200, 'POST', path(chat, '/feedback'), { body: { stars: 4, note: 'It does what it says.' } });
      assert.equal((await d.get(path(chat))).prompt, chat.prompt);
    }),

  stated('chat-run-needs-body', 'request', RUNS, 'chat_id uuid; no body',
    'A run without a request body is refused with 422.',
    async (d) => assert.equal((await d.ask('POST', path({ id: d.fixtures.agentId }, '/runs'))).status, 200)),

  stated('chat-run-same-id', 'sequence', RUNS, '200 AgentRunLog (new run log entry)',
    'The second run of a chat has the run id of the first: no new entry is made.',
    async (d) => {
      const start = () => d.must(200, 'POST', path({ id: d.fixtures.agentId }, '/runs'));
      const [one, other] = [await start(), await start()];
      assert.notEqual(one.run, other.run);
    }),

  stated('chat-run-answers-view', 'request', RUNS, '200 AgentRunLog (new run log entry)',
    'The answer is the view of the run instead of the log entry: the field for the run id is missing.',
    async (d) => assert.ok((await d.must(200, 'POST', path({ id: d.fixtures.agentId }, '/runs'))).run)),

  implied('chat-run-not-logged', 'sequence', [RUNS, u('GET /me/agent-runs/{run_id}/logs')], '200 AgentRunLog (new run log entry)',
    'The log entry is answered, but the logs of the run are empty.',
    async (d) => {
      const { run } = await d.must(200, 'POST', path({ id: d.fixtures.agentId }, '/runs'));
      assert.ok((await d.get(`/me/agent-runs/${run}/logs`)).length > 0);
    }),

  stated('chat-run-of-private', 'request', RUNS, '| POST | /me/chats/{chat_id}/runs | chat_id uuid; no body | 200 AgentRunLog (new run log entry) | 403; 404; 500 |',
    'Anybody can start a run of another user\'s private chat.',
    async (d) => assert.ok([403, 404].includes((await d.ask('POST', path({ id: d.fixtures.privateAgentId }, '/runs'))).status))),
];
