import { afterAll, beforeAll, describe } from 'vitest';
import type { AppOptions } from '../../src/index.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { type MoneyStage, setMoneyStage } from '../helpers/money-stage.ts';
import { tellCreditStories } from './credit-stories.ts';
import { tellMonetizationStories } from './monetization-stories.ts';
import { tellPaymentEventStories } from './payment-event-stories.ts';
import { tellPaywallStories } from './paywall-stories.ts';
import { tellSubscriptionStories } from './subscription-stories.ts';

/** All that has to do with money, told on any database. */
export function tellMoneyStories(start: (options: Partial<AppOptions>) => Promise<Deployment>): void {
  describe('money', () => {
    let stage: MoneyStage;
    beforeAll(async () => {
      stage = await setMoneyStage(start);
    });
    afterAll(() => stage.deployment.close());
    const get = () => stage;

    tellSubscriptionStories(get);
    tellPaywallStories(get);
    tellPaymentEventStories(get);
    tellCreditStories(get);
    tellMonetizationStories(get);

    demandEveryStatus('money');
  });
}
