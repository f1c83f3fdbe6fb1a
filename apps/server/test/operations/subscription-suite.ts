import { describe, expect, it } from 'vitest';
import { cancel, pay } from '../helpers/checkout.ts';
import { createClient } from '../helpers/client.ts';
import type { ControlledUser } from '../helpers/control.ts';
import type { MoneyStage } from '../helpers/money-stage.ts';

const at = (agent_id: string) => ({ path: { agent_id } });

/** What becomes of subscriptions to paid agents, told on any database. */
export function defineSubscriptionSuite(get: () => MoneyStage): void {
  describe('a subscription to a paid agent', () => {
    it('begins when its checkout is paid, ends when it is canceled, and may begin again', async () => {
      const { deployment, control, agentId, subscribe } = get();
      const user = await control.addUser();
      const { body: checkout } = await subscribe(user);
      expect((await user.call('getSubscription', at(agentId))).body.status).toBe('pending');
      const page = await deployment.app.fetch(new Request(checkout.checkout_url));
      expect(await page.text()).toContain('5.00 USD');

      const paid = await pay(deployment, checkout.checkout_url);
      expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://in-process/payments/done']);
      expect((await user.call('getSubscription', at(agentId))).body).toMatchObject({
        status: 'active',
        amount: 500,
      });
      expect((await user.call('listSubscriptions')).body.items).toHaveLength(1);
      expect((await subscribe(user)).status).toBe(402);

      const ended = await user.call('unsubscribeFromAgent', at(agentId));
      expect(ended.body).toMatchObject({ agent_id: agentId, status: 'ended' });
      expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
      const again = await subscribe(user);
      expect(again.body.session_id).not.toBe(checkout.session_id);
      await pay(deployment, again.body.checkout_url);
      expect((await user.call('getSubscription', at(agentId))).body.status).toBe('active');
    });

    it('has one checkout, however often and at once it is asked for', async () => {
      const { control, subscribe } = get();
      const user = await control.addUser();
      const answers = await Promise.all([subscribe(user), subscribe(user), subscribe(user)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.session_id)).size).toBe(1);
    });

    it('is paid once when the button is pressed twice at once', async () => {
      const { deployment, control, subscribe } = get();
      const user = await control.addUser();
      const { body } = await subscribe(user);
      const presses = await Promise.all([
        pay(deployment, body.checkout_url),
        pay(deployment, body.checkout_url),
      ]);
      expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
      expect((await user.call('getBilling')).body).toMatchObject({
        total_paid: 500,
        active_subscriptions: 1,
      });
    });

    it('does not begin when the checkout is canceled', async () => {
      const { deployment, control, agentId, subscribe } = get();
      const user = await control.addUser();
      const { body } = await subscribe(user);
      expect((await cancel(deployment, body.checkout_url)).status).toBe(303);
      expect((await pay(deployment, body.checkout_url)).status).toBe(409);
      expect((await user.call('getSubscription', at(agentId))).body.status).toBe('pending');
    });

    it('can be canceled by one of two requests at once', async () => {
      const { deployment, control, agentId, subscribe } = get();
      const user = await control.addUser();
      await pay(deployment, (await subscribe(user)).body.checkout_url);
      const cancellations = [1, 2].map(() => user.call('unsubscribeFromAgent', at(agentId)));
      const statuses = (await Promise.all(cancellations)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400]);
    });

    it('is refused to the owner, for a free agent, and for a private one', async () => {
      const { control, owner, subscriber, subscribe } = get();
      const free = await control.addAgent({ owner_id: owner.id, visibility: 'public' });
      const hidden = await control.addAgent({ owner_id: owner.id, subscription_price: 500 });
      expect((await subscribe(owner)).status).toBe(400);
      expect((await subscribe(subscriber, free)).status).toBe(400);
      expect((await subscribe(subscriber, hidden)).status).toBe(404);
      expect((await subscribe(subscriber, crypto.randomUUID())).status).toBe(404);
      expect((await subscribe(subscriber, 'no-guid')).status).toBe(404);
    });

    it('takes addresses to return to, but only of the web', async () => {
      const { deployment, control, agentId } = get();
      const user = await control.addUser();
      const wrong = { ...at(agentId), body: { success_url: 'javascript:alert(1)' } };
      expect((await user.call('subscribeToAgent', wrong)).status).toBe(422);
      const right = { ...at(agentId), body: { success_url: 'https://shop.example/thanks' } };
      const { body } = await user.call('subscribeToAgent', right);
      expect((await pay(deployment, body.checkout_url)).headers.get('location')).toBe(
        'https://shop.example/thanks',
      );
    });

    it('has a checkout page on which the name of an agent is nothing but text', async () => {
      const { deployment, control, owner, subscriber, subscribe } = get();
      const offered = { name: '<script>alert(1)</script>', visibility: 'public', subscription_price: 500 };
      const agent = await control.addAgent({ owner_id: owner.id, ...offered });
      const { body } = await subscribe(subscriber, agent);
      const page = await deployment.app.fetch(new Request(body.checkout_url));
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('&lt;script&gt;');
    });

    it('that does not exist can be neither read nor canceled', async () => {
      const { control, agentId } = get();
      const user = await control.addUser();
      expect((await user.call('getSubscription', at(agentId))).status).toBe(404);
      expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
      expect((await user.call('unsubscribeFromAgent', at(crypto.randomUUID()))).status).toBe(404);
      expect((await user.call('listSubscriptions')).body).toEqual({ items: [] });
    });

    it('that the payment provider knows nothing of cannot be canceled', async () => {
      const { control, agentId } = get();
      const user = await control.addUser();
      const started_at = '2026-01-01T00:00:00Z';
      await control.do('POST', '/payments/subscriptions', {
        user_id: user.id,
        agent_id: agentId,
        started_at,
      });
      expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
      expect((await user.call('getSubscription', at(agentId))).body.status).toBe('active');
    });

    it('lets its subscriber run the agent while it lasts, in runs that the owner never sees', async () => {
      const { deployment, control, owner, agentId, subscribe } = get();
      const user = await control.addUser();
      const as = ({ apiKey }: ControlledUser) =>
        createClient({ fetch: deployment.app.fetch, agentsUrl: 'http://app/agents', apiKey });
      expect((await as(user).post('Hello', agentId)).status).toBe(404);
      await pay(deployment, (await subscribe(user)).body.checkout_url);
      const { status, runId } = await as(user).post('Hello', agentId);
      expect(status).toBe(200);
      expect((await as(user).request(`${agentId}/${runId}`)).status).toBe(200);
      expect((await as(owner).request(`${agentId}/${runId}`)).status).toBe(404);
      expect((await user.call('getAgentRun', { path: { run_id: runId } })).body.agent_id).toBe(agentId);
      expect((await owner.call('getAgentRun', { path: { run_id: runId } })).status).toBe(404);
      await user.call('unsubscribeFromAgent', at(agentId));
      expect((await as(user).post('Hello', agentId)).status).toBe(404);
    });

    it('ends with the agent, also at the payment provider, so that users do not pay for what is gone', async () => {
      const { deployment, control, owner, subscribe } = get();
      const offered = { owner_id: owner.id, visibility: 'public', subscription_price: 500 };
      const agent = await control.addAgent(offered);
      const user = await control.addUser();
      const { body } = await subscribe(user, agent);
      await pay(deployment, body.checkout_url);
      expect((await owner.call('deleteChat', { path: { chat_id: agent } })).status).toBe(200);
      expect((await user.call('getSubscription', at(agent))).body.status).toBe('ended');
      const renewal = await control.request('POST', `/payments/renewals/${body.subscription_id}`);
      expect(renewal.status).toBe(404);
      expect((await subscribe(user, agent)).status).toBe(404);
    });

    it('is charged for again each month, once', async () => {
      const { deployment, control, agentId, subscribe } = get();
      const user = await control.addUser();
      const { body } = await subscribe(user);
      await pay(deployment, body.checkout_url);
      const before = (await user.call('getSubscription', at(agentId))).body;
      await control.do('POST', `/payments/renewals/${body.subscription_id}`);
      const after = (await user.call('getSubscription', at(agentId))).body;
      expect(Date.parse(after.paid_until)).toBeGreaterThan(Date.parse(before.paid_until));
      expect((await user.call('getBilling')).body).toMatchObject({ total_paid: 1000, monthly_amount: 500 });
      expect((await control.request('POST', '/payments/renewals/unknown')).status).toBe(404);
    });
  });
}
