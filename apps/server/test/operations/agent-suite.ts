import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '../helpers/deployment.ts';
import type { UserCall, UserClient } from '../helpers/user-client.ts';

/** A new agent of a user. */
export async function addAgent(user: UserClient, body: object = {}) {
  const answer = await user.call('upsertAgent', { body: { chat_prompt: 'Be kind.', ...body } });
  return answer.body;
}

/** What a user lives through with agents, told on any database. */
export function defineAgentSuite(get: () => Deployment): void {
  describe('agents', () => {
    it('are created, listed in both families, and answer at the Workers API at once', async () => {
      const { user, client } = get();
      const agent = await addAgent(user, { name: 'Tides' });
      expect(agent).toMatchObject({ name: 'Tides', visibility: 'private', chat_id: agent.agent_id });
      const lists = [await user.call('listAgents'), await user.call('listChats')];
      for (const { body } of lists) expect(body).toContainEqual(agent);
      expect((await client.post('Hello', agent.agent_id)).status).toBe(200);
    });

    it('are the same after the same update, whatever it says, and keep what it leaves out', async () => {
      const { user } = get();
      const agent = await addAgent(user, { description: 'First', vanity_slug: `kept-${randomUUID()}` });
      const someText = fc.string({ unit: 'grapheme', maxLength: 50 });
      const prompt = someText.filter((text) => text.trim() !== '');
      const update = fc.record({ chat_prompt: prompt, name: someText }, { requiredKeys: ['chat_prompt'] });
      await fc.assert(
        fc.asyncProperty(update, async (changes) => {
          const { body: before } = await user.call('getAgent', { path: agent });
          const body = { agent_id: agent.agent_id, ...changes };
          const first = await user.call('upsertAgent', { body });
          const second = await user.call('upsertAgent', { body });
          expect(first.body).toEqual({ ...before, ...changes, updated_at: first.body.updated_at });
          expect(second.body).toEqual({ ...first.body, updated_at: second.body.updated_at });
        }),
        { numRuns: 15 },
      );
      const { body: all } = await user.call('listAgents');
      expect(all.filter((one: { agent_id: string }) => one.agent_id === agent.agent_id)).toHaveLength(1);
    });

    it('need a chat prompt, and a tier that may be private', async () => {
      const { user, sandboxUser } = get();
      expect((await user.call('upsertAgent', { body: {} })).status).toBe(400);
      expect((await user.call('upsertAgent', { body: { chat_prompt: ' ' } })).status).toBe(400);
      const body = { chat_prompt: 'x', visibility: 'private' };
      expect((await sandboxUser.call('upsertAgent', { body })).status).toBe(400);
      expect((await addAgent(sandboxUser)).visibility).toBe('public');
    });

    it('are changed by their owner only, and seen by others when they are public', async () => {
      const { user, otherUser, anonymous } = get();
      const hidden = await addAgent(user);
      const open = await addAgent(user, { visibility: 'public' });
      const change = (body: object): UserCall => ({ body: { chat_prompt: 'Mine!', ...body } });
      expect((await otherUser.call('upsertAgent', change(open))).status).toBe(403);
      const unknown = { agent_id: crypto.randomUUID() };
      expect((await user.call('upsertAgent', change(unknown))).status).toBe(404);
      for (const reader of [otherUser, anonymous]) {
        expect((await reader.call('getAgent', { path: hidden })).status).toBe(403);
        expect((await reader.call('getAgent', { path: open })).body).toEqual(open);
        expect((await reader.call('getAgent', { path: { agent_id: 'no-guid' } })).status).toBe(404);
      }
      expect((await user.call('getAgent', { path: open })).body.chat_prompt).toBe('Be kind.');
    });
  });

  tellOfSlugs(get);
  tellOfUpsellVibeTheme(get);
}

function tellOfSlugs(get: () => Deployment): void {
  describe('vanity slugs', () => {
    it('are generated free, and no longer available once an agent has them', async () => {
      const { user, anonymous } = get();
      const { body: first } = await anonymous.call('generateVanitySlug', { body: { name: 'Crème Brûlée!' } });
      expect(first.slug).toBe('creme-brulee');
      expect((await user.call('checkVanitySlug', { query: first })).body.available).toBe(true);
      await addAgent(user, { vanity_slug: first.slug });
      expect((await user.call('checkVanitySlug', { query: first })).body.available).toBe(false);
      const { body: second } = await anonymous.call('generateVanitySlug', {
        body: { name: 'Crème Brûlée!' },
      });
      expect(second.slug).toMatch(/^creme-brulee-\d+$/);
    });

    it('are valid whatever they are made from', async () => {
      const { user, anonymous } = get();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 100 }), async (name) => {
          const { body } = await anonymous.call('generateVanitySlug', { body: { name } });
          expect((await user.call('checkVanitySlug', { query: body })).body.available).toBe(true);
        }),
        { numRuns: 15 },
      );
    });

    it('belong to one agent, also when several want one at once, until that agent is gone', async () => {
      const { user, otherUser } = get();
      const body = { chat_prompt: 'x', vanity_slug: `race-${randomUUID()}` };
      const answers = await Promise.all(
        [user, otherUser, user, otherUser].map((one) => one.call('upsertAgent', { body })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const owner = winner % 2 ? otherUser : user;
      await owner.call('deleteChat', { path: answers[winner]?.body });
      expect((await user.call('upsertAgent', { body })).status).toBe(200);
    });
  });
}

function tellOfUpsellVibeTheme(get: () => Deployment): void {
  it('an upsell description is written by the model and kept; a model that fails gives 500', async () => {
    const { user, otherUser } = get();
    const agent = await addAgent(user, { chat_prompt: 'You plan voyages.' });
    const { body: described } = await user.call('generateUpsellDescription', { path: agent });
    expect(described.upsell_description).toContain('You plan voyages.');
    expect((await user.call('getAgent', { path: agent })).body).toEqual(described);
    expect((await otherUser.call('generateUpsellDescription', { path: agent })).status).toBe(404);
    const failing = await addAgent(user, { chat_prompt: '/fail' });
    expect((await user.call('generateUpsellDescription', { path: failing })).status).toBe(500);
  });

  it('each of the three vibe services gets a prompt that names the agent, if the caller sees it', async () => {
    const { user, otherUser, anonymous } = get();
    const path = await addAgent(user, { name: 'Tides' });
    const { body: list } = await anonymous.call('listVibeServices');
    expect(list.items).toHaveLength(3);
    for (const { service_name } of list.items) {
      const { body } = await user.call('getVibePrompt', { path, query: { service_name } });
      expect(body.prompt).toContain(path.agent_id);
      const refused = await otherUser.call('getVibePrompt', { path, query: { service_name } });
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['path', 'agent_id']]);
    }
    const unknown = await user.call('getVibePrompt', { path, query: { service_name: 'teleprinter' } });
    expect(unknown.status).toBe(422);
  });

  it('a theme is null until it is set to a color, by the owner only', async () => {
    const { user, otherUser } = get();
    const path = await addAgent(user, { visibility: 'public' });
    const set = (one: UserClient, theme_color?: string) =>
      one.call('setAgentTheme', { path, body: { theme_color } });
    expect((await otherUser.call('getAgentTheme', { path })).body).toBeNull();
    for (const wrong of [undefined, '', 'red', '#12', '#1234567', '#gggggg'])
      expect((await set(user, wrong)).status).toBe(400);
    expect((await set(otherUser, '#123456')).status).toBe(403);
    expect((await set(user, '#1F6feb')).body).toMatchObject({ theme_color: '#1F6feb' });
    expect((await set(user, '#000000')).body).toMatchObject({ theme_color: '#000000' });
    expect((await otherUser.call('getAgentTheme', { path })).body.theme_color).toBe('#000000');
    const hidden = await addAgent(user);
    expect((await otherUser.call('getAgentTheme', { path: hidden })).status).toBe(403);
    const unknown = { agent_id: crypto.randomUUID() };
    expect((await user.call('getAgentTheme', { path: unknown })).status).toBe(404);
    const body = { theme_color: '#000000' };
    expect((await user.call('setAgentTheme', { path: unknown, body })).status).toBe(404);
  });
}
