import { describe, expect, it } from 'vitest';
import { pay } from '../helpers/checkout.ts';
import type { MoneyStage } from '../helpers/money-stage.ts';

/** What owners learn of their earnings, told on any database. */
export function defineMonetizationSuite(get: () => MoneyStage): void {
  describe('monetization', () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

    it('tells what happened, day by day, and the sums agree', async () => {
      const { deployment, control, subscribe } = get();
      const author = await control.addUser();
      const agent = await control.addAgent({
        owner_id: author.id,
        visibility: 'public',
        subscription_price: 700,
      });
      const fan = await control.addUser();
      await pay(deployment, (await subscribe(fan, agent)).body.checkout_url);
      await control.do('POST', '/payments/subscriptions', {
        user_id: (await control.addUser()).id,
        agent_id: agent,
        started_at: daysAgo(40),
        ended_at: daysAgo(10),
        payments: [
          { amount: 700, paid_at: daysAgo(40) },
          { amount: 700, paid_at: daysAgo(12) },
        ],
      });
      const summary = (await author.call('getMonetizationSummary')).body;
      expect(summary).toMatchObject({
        total_subscribers: 2,
        new_subscribers: 1,
        total_earnings: 1400,
        period: 28,
      });
      const earnings = (await author.call('getMonetizationEarnings')).body.items;
      expect(earnings).toHaveLength(28);
      expect(earnings.reduce((sum: number, day: { amount: number }) => sum + day.amount, 0)).toBe(1400);
      const subscription = (await fan.call('getSubscription', { path: { agent_id: agent } })).body;
      const days = (await author.call('getMonetizationSubscribers', { query: { period: 2 } })).body.items;
      expect(days).toEqual(
        // By its date, since midnight may come at any line of this test.
        days.map((day: { date: string }) => {
          const subscribers = day.date < subscription.started_at.slice(0, 10) ? 0 : 1;
          return expect.objectContaining({ date: day.date, subscribers });
        }),
      );
      const year = { query: { period: 365 } };
      expect((await author.call('getMonetizationSummary', year)).body.total_earnings).toBe(2100);
      expect((await fan.call('getMonetizationSummary')).body).toMatchObject({ total_earnings: 0 });
    });

    it('takes periods of 1 to 365 days', async () => {
      const { owner } = get();
      const operations = [
        'getMonetizationSummary',
        'getMonetizationSubscribers',
        'getMonetizationEarnings',
      ] as const;
      for (const id of operations) {
        for (const period of [1, 365]) expect((await owner.call(id, { query: { period } })).status).toBe(200);
        for (const period of [0, 366, 1.5, 'x'])
          expect((await owner.call(id, { query: { period } })).status).toBe(422);
      }
    });
  });
}
