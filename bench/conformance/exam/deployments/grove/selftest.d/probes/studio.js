// User API: agent studio chats.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const BASE = '/me/agent-studio-chats';
const LIST = u(`GET ${BASE}`);
const CREATE = u(`POST ${BASE}`);
const GET = u(`GET ${BASE}/{run_id}`);
const PUT = u(`PUT ${BASE}/{run_id}`);
const PATCH = u(`PATCH ${BASE}/{run_id}`);
const DELETE = u(`DELETE ${BASE}/{run_id}`);
const CLONE = u(`POST ${BASE}/{run_id}/clone`);
const EXISTING = '200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)';
const FORBIDDEN = '| 403 | No permission on the chat, agent, file or schedule chat; chat not public for cloning; not allowed to update a CLI auth session |';
const SETTING = '| Agent studio chat | run_id | string | Has a private/public setting; delete is a soft delete; private chats cannot be cloned |';

const path = (chat, rest = '') => `${BASE}/${chat.run}${rest}`;
const runs = async (d, as = 'ana') => (await d.get(BASE, { as })).map((chat) => chat.run);
const access = async (d, chat) => (await d.get(path(chat))).access;

export default [
  stated('studio-create-twice-doubles', 'sequence', [CREATE, LIST], EXISTING,
    'A chat whose run id exists is made a second time: the list has two with the same run id.',
    async (d) => {
      const chat = await d.studioChat();
      await d.ask('POST', BASE, { body: { run: chat.run, access: 'public' } });
      assert.equal((await runs(d)).filter((run) => run === chat.run).length, 1);
    }),

  stated('studio-create-overwrites', 'sequence', CREATE, EXISTING,
    'Instead of returning the existing chat as it is, a POST with its run id sets it private or public.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private' });
      await d.ask('POST', BASE, { body: { run: chat.run, access: 'public' } });
      assert.equal(await access(d, chat), 'private');
    }),

  implied('studio-create-gives-others', 'sequence', CREATE, '409 a chat with this run_id exists',
    'A POST with the run id of another user\'s private chat returns that chat.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private', title: 'My diary' });
      const answer = await d.ask('POST', BASE, { as: 'ben', body: { run: chat.run, access: 'public' } });
      assert.ok(!answer.text.includes('My diary'));
      assert.equal(answer.status, 409);
    }),

  stated('studio-private-readable', 'sequence', GET, '403 no permission; 404',
    'A private chat can be read by anybody, also without a token.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private' });
      assert.equal((await d.ask('GET', path(chat), { as: null })).status, 403);
    }),

  implied('studio-get-cached', 'sequence', [GET, PATCH], FORBIDDEN,
    'A public chat that was read is kept for 30 seconds: set private, it is still shown to anybody.',
    async (d) => {
      const chat = await d.studioChat();
      await d.get(path(chat), { as: null });
      await d.must(200, 'PATCH', path(chat), { body: { access: 'private' } });
      assert.ok(await d.until(async () => (await d.ask('GET', path(chat), { as: null })).status === 403, 3));
    }),

  stated('studio-put-sandbox-private', 'sequence', PUT, '400 sandbox tier setting private; 403; 404',
    'In the sandbox tier a chat can be set private by a PUT.',
    async (d) => {
      const chat = await d.studioChat({}, { as: 'sol' });
      assert.equal((await d.ask('PUT', path(chat), { as: 'sol', body: { access: 'private' } })).status, 400);
    }),

  stated('studio-patch-sandbox-private', 'sequence', PATCH, '| Sandbox tier | cannot set an agent, chat or studio chat private (400) |',
    'In the sandbox tier a chat can be set private by a PATCH.',
    async (d) => {
      const chat = await d.studioChat({}, { as: 'sol' });
      assert.equal((await d.ask('PATCH', path(chat), { as: 'sol', body: { access: 'private' } })).status, 400);
    }),

  stated('studio-patch-any-access', 'sequence', PATCH, SETTING,
    'The setting takes any text: a chat can be "secret".',
    async (d) => {
      const chat = await d.studioChat();
      const { status } = await d.ask('PATCH', path(chat), { body: { access: 'secret' } });
      assert.ok(status >= 400 && status < 500);
    }),

  stated('studio-patch-by-others', 'sequence', PATCH, FORBIDDEN,
    'Any user can change a chat of another by a PATCH.',
    async (d) => {
      const chat = await d.studioChat();
      assert.equal((await d.ask('PATCH', path(chat), { as: 'ben', body: { access: 'private' } })).status, 403);
    }),

  stated('studio-patch-clears-rest', 'sequence', PATCH, 'body AgentStudioChatUpdate (partial update)',
    'A PATCH empties the fields that it does not have.',
    async (d) => {
      const chat = await d.studioChat({ title: 'Herons' });
      await d.must(200, 'PATCH', path(chat), { body: { access: 'private' } });
      assert.equal((await d.get(path(chat))).title, 'Herons');
    }),

  implied('studio-put-access-not-stored', 'sequence', PUT, 'body AgentStudioChatCreate (full update)',
    'A PUT answers with the new setting, private or public, but keeps the old one.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private' });
      await d.must(200, 'PUT', path(chat), { body: { title: 'x', access: 'public' } });
      assert.equal(await access(d, chat), 'public');
    }),

  stated('studio-put-creates', 'request', PUT, '400 sandbox tier setting private; 403; 404',
    'A PUT with an unknown run id makes a chat instead of answering 404.',
    async (d) => {
      const { status } = await d.ask('PUT', `${BASE}/11111111-2222-4333-8444-555555555555`, { body: { title: 'x', access: 'public' } });
      assert.equal(status, 404);
    }),

  stated('studio-delete-204', 'sequence', DELETE, '200 AgentStudioChat (soft delete)',
    'DELETE answers 204 without a body instead of 200 with the chat.',
    async (d) => {
      const chat = await d.studioChat();
      assert.equal((await d.ask('DELETE', path(chat))).status, 200);
    }),

  stated('studio-delete-by-others', 'sequence', DELETE, '400 delete failed; 403; 404',
    'Any user can delete a chat of another.',
    async (d) => {
      const chat = await d.studioChat();
      assert.equal((await d.ask('DELETE', path(chat), { as: 'ben' })).status, 403);
    }),

  implied('studio-delete-takes-all', 'sequence', DELETE, '200 AgentStudioChat (soft delete)',
    'DELETE of one chat deletes all chats of the caller.',
    async (d) => {
      const [one, other] = [await d.studioChat(), await d.studioChat()];
      await d.must(200, 'DELETE', path(one));
      assert.ok((await runs(d)).includes(other.run));
    }),

  stated('studio-clone-200', 'sequence', CLONE, '201 AgentStudioChat',
    'A clone is answered with 200 instead of 201.',
    async (d) => {
      const chat = await d.studioChat();
      assert.equal((await d.ask('POST', path(chat, '/clone'), { as: 'ben' })).status, 201);
    }),

  stated('studio-clone-of-private', 'sequence', CLONE, '400 private chats cannot be cloned; 404',
    'Private chats can be cloned.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private' });
      assert.equal((await d.ask('POST', path(chat, '/clone'))).status, 400);
    }),

  implied('studio-clone-keeps-run-id', 'sequence', CLONE, SETTING,
    'The clone has the run id of the original; no chat is made.',
    async (d) => {
      const chat = await d.studioChat();
      assert.notEqual((await d.must(201, 'POST', path(chat, '/clone'), { as: 'ben' })).run, chat.run);
    }),

  implied('studio-clone-for-owner', 'sequence', [CLONE, LIST], '201 AgentStudioChat',
    'The clone belongs to the owner of the original, not to the one who cloned.',
    async (d) => {
      const chat = await d.studioChat();
      const copy = await d.must(201, 'POST', path(chat, '/clone'), { as: 'ben' });
      assert.ok((await runs(d, 'ben')).includes(copy.run));
    }),

  implied('studio-clone-moves', 'sequence', CLONE, '201 AgentStudioChat',
    'Once cloned, the original is gone.',
    async (d) => {
      const chat = await d.studioChat();
      await d.must(201, 'POST', path(chat, '/clone'), { as: 'ben' });
      assert.ok((await runs(d)).includes(chat.run));
    }),

  implied('studio-clone-aliased', 'sequence', [CLONE, PATCH], '201 AgentStudioChat',
    'The clone shares its fields with the original: a PATCH of the clone changes the original too.',
    async (d) => {
      const chat = await d.studioChat();
      const copy = await d.must(201, 'POST', path(chat, '/clone'), { as: 'ben' });
      await d.must(200, 'PATCH', path(copy), { as: 'ben', body: { access: 'private' } });
      assert.equal(await access(d, chat), 'public');
    }),

  implied('studio-list-of-all-users', 'sequence', LIST, '| GET | /me/agent-studio-chats | none | 200 array of AgentStudioChat | none |',
    'The list has the chats of all users, private ones too.',
    async (d) => {
      const chat = await d.studioChat({ access: 'private' });
      assert.ok(!(await runs(d, 'ben')).includes(chat.run));
    }),
];
