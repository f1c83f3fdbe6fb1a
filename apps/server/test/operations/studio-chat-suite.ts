import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '../helpers/deployment.ts';

/** Chats of the agent studio, told on any database. */
export function defineStudioChatSuite(get: () => Deployment): void {
  const add = async (body: object = {}) => (await get().user.call('createStudioChat', { body })).body;

  describe('studio chats', () => {
    it('are created once per run ID: the owner gets the same again, another user a 409', async () => {
      const { user, otherUser } = get();
      const body = { run_id: crypto.randomUUID(), title: 'Plan' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => user.call('createStudioChat', { body })),
      );
      for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
      expect((await otherUser.call('createStudioChat', { body })).status).toBe(409);
      const listed = (await user.call('listStudioChats')).body;
      expect(listed.filter((chat: { run_id: string }) => chat.run_id === body.run_id)).toHaveLength(1);
    });

    it("never have the ID of another user's run", async () => {
      const { user, otherUser } = get();
      const chat = await user.call('createChat', { body: { chat_prompt: 'A' } });
      const { run_id } = (await user.call('createChatRunLog', { path: chat.body })).body;
      expect((await otherUser.call('createStudioChat', { body: { run_id } })).status).toBe(409);
      expect((await user.call('createStudioChat', { body: { run_id } })).status).toBe(200);
    });

    it('have any text for a run ID', async () => {
      const { user } = get();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), async (text) => {
          const run_id = `${text}/${crypto.randomUUID()}`;
          const { body: chat } = await user.call('createStudioChat', { body: { run_id } });
          expect((await user.call('getStudioChat', { path: { run_id } })).body).toEqual(chat);
        }),
        { numRuns: 10 },
      );
    });

    it('keep in a partial update what it leaves out, and lose it when they are replaced', async () => {
      const { user } = get();
      const chat = await add({ title: 'Plan', agent_id: 'a' });
      const { body: changed } = await user.call('updateStudioChat', {
        path: chat,
        body: { visibility: 'public' },
      });
      expect(changed).toEqual({ ...chat, visibility: 'public', updated_at: changed.updated_at });
      const { body: replaced } = await user.call('replaceStudioChat', { path: chat, body: { title: 'New' } });
      expect(replaced).toMatchObject({ title: 'New', agent_id: null, visibility: 'private' });
      const renamed = await user.call('replaceStudioChat', { path: chat, body: { run_id: 'another' } });
      expect(renamed.status).toBe(422);
    });

    it('are softly deleted: out of sight, not to be deleted twice, and their run ID stays taken', async () => {
      const { user, otherUser } = get();
      const path = await add({ visibility: 'public' });
      const { body: deleted } = await user.call('deleteStudioChat', { path });
      expect(deleted).toEqual({ ...path, deleted_at: expect.any(String) });
      const answers = await Promise.all([
        user.call('getStudioChat', { path }),
        user.call('replaceStudioChat', { path, body: {} }),
        user.call('updateStudioChat', { path, body: {} }),
        user.call('cloneStudioChat', { path }),
        otherUser.call('deleteStudioChat', { path }),
        user.call('deleteStudioChat', { path }),
        user.call('createStudioChat', { body: { run_id: path.run_id } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 400, 409]);
      expect(JSON.stringify((await user.call('listStudioChats')).body)).not.toContain(path.run_id);
    });

    it('are cloned when they are public, by everybody; never when they are private', async () => {
      const { user, otherUser } = get();
      const open = await add({ title: 'Open', visibility: 'public' });
      const clone = await otherUser.call('cloneStudioChat', { path: open });
      expect(clone).toMatchObject({ status: 201, body: { title: 'Open', visibility: 'private' } });
      expect(clone.body.run_id).not.toBe(open.run_id);
      const hidden = await add();
      expect((await user.call('cloneStudioChat', { path: hidden })).status).toBe(400);
      expect((await otherUser.call('cloneStudioChat', { path: hidden })).status).toBe(400);
    });

    it("are out of another user's reach", async () => {
      const { user, otherUser, anonymous } = get();
      const path = await add();
      const answers = await Promise.all([
        anonymous.call('getStudioChat', { path }),
        otherUser.call('getStudioChat', { path }),
        otherUser.call('replaceStudioChat', { path, body: {} }),
        otherUser.call('updateStudioChat', { path, body: {} }),
        otherUser.call('deleteStudioChat', { path }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      expect((await user.call('getStudioChat', { path })).body).toEqual(path);
    });

    it('cannot be private in the sandbox tier', async () => {
      const { sandboxUser } = get();
      const body = { visibility: 'private' };
      expect((await sandboxUser.call('createStudioChat', { body })).status).toBe(400);
      const { body: path } = await sandboxUser.call('createStudioChat', { body: {} });
      expect(path.visibility).toBe('public');
      expect((await sandboxUser.call('replaceStudioChat', { path, body })).status).toBe(400);
      expect((await sandboxUser.call('updateStudioChat', { path, body })).status).toBe(400);
    });

    it('that were never made are not found', async () => {
      const { user } = get();
      const path = { run_id: 'nothing' };
      expect((await user.call('deleteStudioChat', { path })).status).toBe(404);
    });
  });
}
