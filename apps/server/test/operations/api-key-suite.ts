import { describe, expect, it } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { createClient } from '../helpers/client.ts';
import type { Deployment } from '../helpers/deployment.ts';

/** A key's life, told on any database. */
export function defineApiKeySuite(get: () => Deployment): void {
  const statusOf = async (apiKey: string) => {
    const { app } = get();
    const client = createClient({ fetch: app.fetch, agentsUrl: 'http://in-process/agents', apiKey });
    return (await client.post('Hello', sandboxAgents.demo)).status;
  };
  const countDefaults = async () => {
    const { body } = await get().user.call('listApiKeys');
    return body.filter((key: { is_default: boolean }) => key.is_default).length;
  };

  describe('API keys', () => {
    it('a new key opens the Workers API until it is deleted, and shows its value to its owner only', async () => {
      const { user, otherUser } = get();
      const { body: made } = await user.call('createApiKey', { body: { name: 'laptop' } });
      const path = { api_key_id: made.api_key_id };
      expect(await statusOf(made.key)).toBe(200);
      expect((await user.call('getApiKey', { path })).body).toEqual(made);
      expect((await otherUser.call('getApiKey', { path })).status).toBe(404);
      expect((await otherUser.call('deleteApiKey', { path })).status).toBe(404);
      const { status, body: deleted } = await user.call('deleteApiKey', { path });
      expect([status, deleted]).toEqual([200, { ...made, key: undefined }]);
      expect(await statusOf(made.key)).toBe(401);
      expect((await user.call('getApiKey', { path })).status).toBe(404);
    });

    it('the hidden variant never carries a value', async () => {
      const { user } = get();
      const { body: made } = await user.call('createApiKey', { body: {} });
      const { body: keys } = await user.call('listApiKeys');
      expect(JSON.stringify(keys)).not.toContain('awk_');
      expect(keys.map((key: { api_key_id: number }) => key.api_key_id)).toContain(made.api_key_id);
    });

    it('a default key is always there, also when everybody asks for the first at once', async () => {
      const { otherUser } = get();
      const answers = await Promise.all(Array.from({ length: 8 }, () => otherUser.call('getDefaultApiKey')));
      expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    });

    it('a deleted default key is replaced by another, also when two delete it', async () => {
      const { user } = get();
      const { body: first } = await user.call('getDefaultApiKey');
      const path = { api_key_id: first.api_key_id };
      const deletions = await Promise.all([
        user.call('deleteApiKey', { path }),
        user.call('deleteApiKey', { path }),
        user.call('getDefaultApiKey'),
      ]);
      expect(deletions.map(({ status }) => status).sort()).toEqual([200, 200, 404]);
      const { body: second } = await user.call('getDefaultApiKey');
      expect(second.key).not.toBe(first.key);
      expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200]);
      expect(await countDefaults()).toBe(1);
    });
  });
}
