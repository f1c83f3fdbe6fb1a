import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '../helpers/deployment.ts';
import { addAgent } from './agent-suite.ts';

const changes = fc.record(
  {
    name: fc.string({ maxLength: 20 }),
    description: fc.option(fc.string({ maxLength: 20 })),
    chat_prompt: fc.constantFrom('One', 'Two'),
    visibility: fc.constantFrom('private', 'public'),
    subscription_price: fc.option(fc.integer({ min: 1, max: 100_000 })),
  },
  { requiredKeys: [] },
);

/** The legacy family over the agents, told on any database. */
export function defineChatSuite(get: () => Deployment): void {
  describe('chats', () => {
    it('are agents: made, read, replaced and changed in one family and seen in the other', async () => {
      const { user } = get();
      const { body: chat } = await user.call('createChat', { body: { chat_prompt: 'A', name: 'Old' } });
      const path = { chat_id: chat.chat_id, agent_id: chat.agent_id };
      expect((await user.call('getAgent', { path })).body).toEqual(chat);
      const replaced = await user.call('replaceChat', { path, body: { chat_prompt: 'B' } });
      expect(replaced.body).toMatchObject({ chat_prompt: 'B', name: 'Untitled agent' });
      expect((await user.call('getChat', { path })).body).toEqual(replaced.body);
      expect((await user.call('createChat', { body: {} })).status).toBe(400);
      expect((await user.call('replaceChat', { path, body: {} })).status).toBe(400);
      expect((await user.call('updateChat', { path, body: { chat_prompt: '' } })).status).toBe(400);
    });

    it('a partial update changes what it says and leaves the rest', async () => {
      const { user } = get();
      const path = await addAgent(user);
      await fc.assert(
        fc.asyncProperty(changes, async (body) => {
          const { body: before } = await user.call('getChat', { path });
          const { body: after } = await user.call('updateChat', { path, body });
          expect(after).toEqual({ ...before, ...body, updated_at: after.updated_at });
          expect((await user.call('getChat', { path })).body).toEqual(after);
        }),
        { numRuns: 25 },
      );
    });

    it('cannot be made private in the sandbox tier', async () => {
      const { sandboxUser } = get();
      const path = await addAgent(sandboxUser);
      const body = { chat_prompt: 'x', visibility: 'private' };
      expect((await sandboxUser.call('createChat', { body })).status).toBe(400);
      expect((await sandboxUser.call('replaceChat', { path, body })).status).toBe(400);
      expect((await sandboxUser.call('updateChat', { path, body })).status).toBe(400);
      expect((await sandboxUser.call('cloneChat', { path, body })).status).toBe(422);
      expect((await sandboxUser.call('getChat', { path })).body.visibility).toBe('public');
    });

    it("are out of another user's reach", async () => {
      const { user, otherUser, anonymous } = get();
      const path = await addAgent(user);
      const body = { chat_prompt: 'Mine!' };
      const answers = await Promise.all([
        anonymous.call('getChat', { path }),
        otherUser.call('replaceChat', { path, body }),
        otherUser.call('updateChat', { path, body }),
        otherUser.call('deleteChat', { path }),
        otherUser.call('cloneChat', { path }),
        otherUser.call('createChatRunLog', { path }),
        otherUser.call('submitChatFeedback', { path, body: {} }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 404]);
      expect((await user.call('getChat', { path })).body).toEqual(path);
    });

    it('are gone in both families and at the Workers API once they are deleted', async () => {
      const { user, client } = get();
      const path = await addAgent(user, { visibility: 'public' });
      const { runId } = await client.post('Hello', path.agent_id);
      expect((await user.call('deleteChat', { path })).body).toEqual(path);
      const body = { chat_prompt: 'x' };
      const answers = await Promise.all([
        user.call('getChat', { path }),
        user.call('getAgent', { path }),
        user.call('replaceChat', { path, body }),
        user.call('updateChat', { path, body }),
        user.call('deleteChat', { path }),
        user.call('cloneChat', { path }),
        user.call('createChatRunLog', { path }),
        user.call('submitChatFeedback', { path, body: {} }),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
      const listed = await user.call('listChats');
      expect(JSON.stringify(listed.body)).not.toContain(path.agent_id);
      expect((await client.request(`${path.agent_id}/${runId}`)).status).toBe(404);
    });
  });

  tellOfClones(get);
  tellOfPreviewFeedbackRuns(get);
}

function tellOfClones(get: () => Deployment): void {
  it('a clone of a public chat is a chat of its own, with theme and files, and the overrides of the body', async () => {
    const { user, otherUser } = get();
    const source = await addAgent(user, { visibility: 'public', name: 'Source' });
    await user.call('setAgentTheme', { path: source, body: { theme_color: '#123456' } });
    for (const name of ['a', 'b'])
      await user.call('createAgentFile', { path: source, body: { name, content: name } });
    const { body: clone } = await otherUser.call('cloneChat', { path: source, body: { name: 'Clone' } });
    expect(clone).toMatchObject({
      name: 'Clone',
      chat_prompt: source.chat_prompt,
      visibility: 'private',
      subscription_price: null,
    });
    expect(clone.agent_id).not.toBe(source.agent_id);
    expect((await otherUser.call('getAgentTheme', { path: clone })).body.theme_color).toBe('#123456');
    const { body: files } = await otherUser.call('listAgentFiles', { path: clone });
    expect(files.items.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    await otherUser.call('deleteChat', { path: clone });
    expect((await user.call('getChat', { path: source })).body).toEqual(source);
  });

  it('a clone cannot have a blank prompt', async () => {
    const { user } = get();
    const source = await addAgent(user, { visibility: 'public' });
    const blank = { path: source, body: { chat_prompt: ' ' } };
    expect((await user.call('cloneChat', blank)).status).toBe(422);
  });

  it('a clone needs no body, may have null for one, and cannot take a slug that is taken', async () => {
    const { user, sandboxUser } = get();
    const path = await addAgent(user, { visibility: 'public', vanity_slug: `cloned-${randomUUID()}` });
    expect((await user.call('cloneChat', { path })).body.vanity_slug).toBeNull();
    expect((await sandboxUser.call('cloneChat', { path, body: null })).body.visibility).toBe('public');
    const body = { vanity_slug: path.vanity_slug };
    expect((await user.call('cloneChat', { path, body })).status).toBe(422);
  });
}

function tellOfPreviewFeedbackRuns(get: () => Deployment): void {
  it('a social preview shows a public chat, and of any other not even whether it is there', async () => {
    const { user, anonymous } = get();
    const open = await addAgent(user, { visibility: 'public', name: 'Open', description: 'See me.' });
    const hidden = await addAgent(user, { name: 'Hidden' });
    const { body: shown } = await anonymous.call('getChatSocialPreview', { path: open });
    expect(shown).toMatchObject({ title: 'Open', description: 'See me.' });
    const { body: blank } = await anonymous.call('getChatSocialPreview', { path: hidden });
    const unknown = { chat_id: crypto.randomUUID() };
    expect((await anonymous.call('getChatSocialPreview', { path: unknown })).body).toEqual(blank);
    expect(JSON.stringify(blank)).not.toContain('Hidden');
  });

  it('feedback on a public chat is taken from everybody with a JWT', async () => {
    const { user, otherUser } = get();
    const path = await addAgent(user, { visibility: 'public' });
    const answer = await otherUser.call('submitChatFeedback', {
      path,
      body: { rating: 5, comment: 'Good.' },
    });
    expect([answer.status, answer.body]).toEqual([200, path]);
  });

  it('a new run log entry opens an empty run, which the Workers API continues', async () => {
    const { user, client } = get();
    const path = await addAgent(user);
    const { body: log } = await user.call('createChatRunLog', { path });
    const put = { method: 'PUT', body: JSON.stringify({ message: 'Hello' }) };
    const answer = await client.request(`${path.agent_id}/${log.run_id}`, put);
    expect(await answer.text()).toContain('“Hello”');
    const messages = await client.request(`${path.agent_id}/${log.run_id}`);
    expect(await messages.json()).toHaveLength(2);
  });
}
