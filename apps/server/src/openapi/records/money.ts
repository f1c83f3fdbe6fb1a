import { z } from 'zod';
import { cents, currency, id, tier, time } from './record-parts.ts';

const subscription = z.object({
  subscription_id: id,
  agent_id: id,
  status: z.enum(['pending', 'active', 'ended']),
  amount: cents.describe('In cents per month.'),
  currency,
  checkout_url: z.url().nullable().describe('Where to pay, while the subscription is pending.'),
  created_at: time,
  started_at: time.nullable(),
  paid_until: time.nullable(),
  ended_at: time.nullable(),
});

const date = z.iso.date().describe('A day in UTC.');
const period = z.int().min(1).max(365).describe('Days, today included.');

export const moneyRecords = {
  AgentSubscribeResponse: z.object({
    subscription_id: id,
    agent_id: id,
    session_id: z.string(),
    checkout_url: z.url(),
    expires_at: time,
    amount: cents.describe('In cents per month.'),
    currency,
  }),
  AgentSubscriptionResponse: subscription,
  AgentSubscriptionListResponse: z.object({ items: z.array(subscription) }),
  AgentExecutionCredits: z.object({ balance: z.int().min(0) }),
  BillingInformationSubscription: z.object({
    tier,
    currency,
    active_subscriptions: z.int(),
    monthly_amount: cents,
    next_payment_at: time.nullable(),
    total_paid: cents,
    last_paid_at: time.nullable(),
    credits: z.int().nullable(),
  }),
  PaymentWebhookResponseSuccess: z.object({
    received: z.literal(true),
    event_id: z.string(),
    duplicate: z.boolean().describe('The event had come before, and changed nothing now.'),
  }),
  PaymentSessionResponse: z.object({
    session_id: z.string(),
    url: z.url(),
    expires_at: time,
    credits: z.int(),
    amount: cents,
    currency,
  }),
  MonetizationSummary: z.object({
    period,
    total_subscribers: z.int().describe('Subscribed at some time of the period.'),
    new_subscribers: z.int().describe('Subscriptions that began in the period.'),
    total_earnings: cents,
    currency,
  }),
  MonetizationSubscribersResponse: z.object({
    period,
    items: z.array(z.object({ date, subscribers: z.int(), new_subscribers: z.int() })),
  }),
  MonetizationEarningsResponse: z.object({
    period,
    currency,
    items: z.array(z.object({ date, amount: cents })),
  }),
  VipCodeRedemptionCount: z.object({ count: z.int().describe('The codes that the caller has redeemed.') }),
  VipCodeRedeemed: z.object({
    code: z.string(),
    credits: z.int().describe('What the code gave.'),
    balance: z.int(),
    redeemed_at: time,
  }),
};
