import { afterAll, beforeAll, describe } from 'vitest';
import type { AppOptions } from '../../src/index.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { type MoneyStage, setMoneyStage } from '../helpers/money-stage.ts';
import { defineCreditSuite } from './credit-suite.ts';
import { defineMonetizationSuite } from './monetization-suite.ts';
import { definePaymentEventSuite } from './payment-event-suite.ts';
import { definePaywallSuite } from './paywall-suite.ts';
import { defineSubscriptionSuite } from './subscription-suite.ts';

/** All that has to do with money, told on any database. */
export function defineMoneySuite(start: (options: Partial<AppOptions>) => Promise<Deployment>): void {
  describe('money', () => {
    let stage: MoneyStage;
    beforeAll(async () => {
      stage = await setMoneyStage(start);
    });
    afterAll(() => stage.deployment.close());
    const get = () => stage;

    defineSubscriptionSuite(get);
    definePaywallSuite(get);
    definePaymentEventSuite(get);
    defineCreditSuite(get);
    defineMonetizationSuite(get);

    demandEveryStatus('money');
  });
}
