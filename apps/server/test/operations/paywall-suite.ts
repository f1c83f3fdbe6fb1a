import { describe, expect, it } from 'vitest';
import { pay } from '../helpers/checkout.ts';
import { createClient } from '../helpers/client.ts';
import type { ControlledUser } from '../helpers/control.ts';
import type { MoneyStage } from '../helpers/money-stage.ts';
import type { UserClient } from '../helpers/user-client.ts';

/** What of a paid agent is for whom, told on any database. */
export function definePaywallSuite(get: () => MoneyStage): void {
  describe('a paid agent', () => {
    const secret = 'The secret of the trade.';

    async function offer() {
      const { control, owner } = get();
      const agent_id = await control.addAgent({
        owner_id: owner.id,
        visibility: 'public',
        subscription_price: 500,
      });
      const path = { agent_id, chat_id: agent_id };
      await owner.call('updateChat', { path, body: { chat_prompt: secret } });
      const file = { name: 'secret.txt', content: secret };
      const { body } = await owner.call('createAgentFile', { path, body: file });
      return { ...path, file_id: body.file_id };
    }

    /** The statuses of all ways to what is sold, and whether any answer had it. */
    async function tryAll(who: UserClient, path: Awaited<ReturnType<typeof offer>>) {
      const answers = [
        await who.call('getAgent', { path }),
        await who.call('getChat', { path }),
        await who.call('submitChatFeedback', { path, body: {} }),
        await who.call('listAgentFiles', { path }),
        await who.call('getAgentFile', { path }),
        await who.call('createChatRunLog', { path }),
        await who.call('cloneChat', { path }),
      ];
      return {
        statuses: answers.map(({ status }) => status),
        isSeen: answers.some(({ body }) => JSON.stringify(body).includes(secret)),
      };
    }

    async function run({ apiKey }: ControlledUser, agentId: string): Promise<number> {
      const { fetch } = get().deployment.app;
      return (await createClient({ fetch, agentsUrl: 'http://app/agents', apiKey }).post('Hello', agentId))
        .status;
    }

    it('shows its offer to all users, and its prompt and files only to those who have paid', async () => {
      const { deployment, control } = get();
      const path = await offer();
      const stranger = await control.addUser();
      expect(await tryAll(stranger, path)).toEqual({
        statuses: [200, 200, 200, 403, 403, 403, 403],
        isSeen: false,
      });
      for (const id of ['getAgent', 'getChat'] as const) {
        const { body } = await deployment.anonymous.call(id, { path });
        expect(body).toMatchObject({ agent_id: path.agent_id, subscription_price: 500 });
        expect(body).not.toHaveProperty('chat_prompt');
      }
      expect(await run(stranger, path.agent_id)).toBe(404);
    });

    it('is open to a subscriber as long as it is paid for, but for cloning', async () => {
      const { deployment, control, subscribe } = get();
      const path = await offer();
      const user = await control.addUser();
      await pay(deployment, (await subscribe(user, path.agent_id)).body.checkout_url);
      expect(await tryAll(user, path)).toEqual({
        statuses: [200, 200, 200, 200, 200, 200, 403],
        isSeen: true,
      });
      expect(await run(user, path.agent_id)).toBe(200);
      await user.call('unsubscribeFromAgent', { path });
      expect((await tryAll(user, path)).isSeen).toBe(false);
      expect(await run(user, path.agent_id)).toBe(404);
    });

    it('is open to its owner, who may also clone it', async () => {
      const { owner } = get();
      expect(await tryAll(owner, await offer())).toEqual({
        statuses: [200, 200, 200, 200, 200, 200, 200],
        isSeen: true,
      });
    });

    it('is closed when the paid time is over, without an event that says so', async () => {
      const { control } = get();
      const path = await offer();
      const user = await control.addUser();
      await control.do('POST', '/payments/subscriptions', {
        user_id: user.id,
        agent_id: path.agent_id,
        started_at: '2026-01-01T00:00:00Z',
        paid_until: '2026-02-01T00:00:00Z',
      });
      expect((await user.call('getSubscription', { path })).body.status).toBe('past_due');
      expect((await tryAll(user, path)).isSeen).toBe(false);
      expect(await run(user, path.agent_id)).toBe(404);
    });
  });
}
