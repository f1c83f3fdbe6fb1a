import { describe, expect, it } from 'vitest';
import { createClient } from '../helpers/client.ts';
import type { ControlledUser } from '../helpers/control.ts';
import type { MoneyStage } from '../helpers/money-stage.ts';

/** How credits come and go, told on any database. */
export function defineCreditSuite(get: () => MoneyStage): void {
  describe('credits', () => {
    it('are not found until somebody has some, and then are used one by one to the last', async () => {
      const { control } = get();
      const user = await control.addUser();
      expect((await user.call('getCredits')).status).toBe(404);
      expect((await user.call('useCredits')).status).toBe(404);
      await control.do('PATCH', `/users/${user.id}`, { credits: 3 });
      const uses = await Promise.all([1, 2, 3, 4].map(() => user.call('useCredits')));
      expect(uses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404]);
      expect((await user.call('getCredits')).body).toEqual({ balance: 0 });
    });

    it('are used by agent runs, one for each message', async () => {
      const { deployment, control } = get();
      const user = await control.addUser({ credits: 5 });
      const agent = await control.addAgent({ owner_id: user.id });
      const { app } = deployment;
      const client = createClient({ fetch: app.fetch, agentsUrl: 'http://app/agents', apiKey: user.apiKey });
      await Promise.all([client.post('Hello', agent), client.post('Hello again', agent)]);
      expect((await user.call('getCredits')).body).toEqual({ balance: 3 });
    });

    it('can be bought, and are there when the checkout is paid', async () => {
      const { control } = get();
      const user = await control.addUser({ credits: 5 });
      const { body } = await user.call('createPaymentSession', { body: { credits: 200 } });
      expect(body).toMatchObject({ credits: 200, amount: 200, currency: 'usd' });
      expect((await user.call('getCredits')).body.balance).toBe(5);
      await control.do('POST', `/payments/checkouts/${body.session_id}/pay`);
      expect((await user.call('getCredits')).body.balance).toBe(205);
      expect((await user.call('getBilling')).body).toMatchObject({ total_paid: 200, credits: 205 });
      const tooFew = { body: { credits: 0 } };
      expect((await user.call('createPaymentSession', tooFew)).status).toBe(422);
    });
  });

  describe('VIP codes', () => {
    const redeem = (user: ControlledUser, code: string) => user.call('redeemVipCode', { body: { code } });

    it('give credits once per user, also when two requests redeem one at once', async () => {
      const { control, owner } = get();
      const code = crypto.randomUUID();
      await control.do('POST', `/users/${owner.id}/vip-codes`, { code, credits: 25 });
      const [one, two] = [await control.addUser(), await control.addUser()];
      const answers = await Promise.all([redeem(one, code), redeem(one, code), redeem(two, code)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
      expect((await one.call('getCredits')).body.balance).toBe(25);
      expect((await one.call('getVipRedemptionCount')).body).toEqual({ count: 1 });
    });

    it('are refused when unknown or the own, and need to be a text', async () => {
      const { control, owner, subscriber } = get();
      const code = crypto.randomUUID();
      await control.do('POST', `/users/${owner.id}/vip-codes`, { code });
      expect((await redeem(owner, code)).status).toBe(400);
      expect((await redeem(subscriber, 'no such code')).status).toBe(400);
      expect((await subscriber.call('redeemVipCode', { body: { code: 7 } })).status).toBe(422);
      expect((await subscriber.call('redeemVipCode', { body: {} })).status).toBe(422);
      expect((await owner.call('getVipRedemptionCount')).body).toEqual({ count: 0 });
    });

    it('are counted with 400 when the database fails', async () => {
      const { control, subscriber } = get();
      await control.do('PUT', '/faults/getVipRedemptionCount', { times: 1 });
      expect((await subscriber.call('getVipRedemptionCount')).status).toBe(400);
      expect((await subscriber.call('getVipRedemptionCount')).status).toBe(200);
    });
  });
}
