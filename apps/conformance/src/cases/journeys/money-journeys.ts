import { call, fixture } from './call.ts';
import type { Call, Journey } from './journey.ts';

function subscribe(agent: string, details: Partial<Call> = {}): Call {
  return call('subscribeToAgent', { path: { agent_id: fixture(agent) }, body: {}, ...details });
}

function event(details: Partial<Call> = {}): Call {
  return call('receivePaymentEvent', { as: 'missing', raw: fixture('webhook.body'), ...details });
}

export const moneyJourneys: readonly Journey[] = [
  {
    id: 'subscription',
    calls: [
      subscribe('paidAgentId'),
      call('getSubscription', { path: { agent_id: fixture('paidAgentId') } }),
      call('getSubscription', { path: { agent_id: fixture('subscribedAgentId') } }),
      call('listSubscriptions'),
      subscribe('paidAgentId', { kind: 'open-refusal', tries: 'subscriptions.subscribe-twice-is-402' }),
      subscribe('subscribedAgentId', { kind: 'refusal', tries: 'subscriptions.subscribe-twice-is-402' }),
      subscribe('unpaidAgentId', { kind: 'refusal', tries: 'subscriptions.subscribe-unpaid-is-400' }),
      subscribe('ownPaidAgentId', { kind: 'refusal', tries: 'subscriptions.subscribe-own-is-400' }),
      call('unsubscribeFromAgent', { path: { agent_id: fixture('paidAgentId') } }),
      call('unsubscribeFromAgent', { path: { agent_id: fixture('unsubscribeAgentId') } }),
      call('unsubscribeFromAgent', {
        path: { agent_id: fixture('unpaidAgentId') },
        kind: 'refusal',
        tries: 'subscriptions.unsubscribe-without-subscription-is-400',
      }),
    ],
  },
  {
    id: 'credits',
    calls: [call('getCredits'), call('useCredits'), call('getCredits')],
  },
  {
    id: 'payment-session',
    calls: [call('createPaymentSession', { body: {} })],
  },
  {
    id: 'payment-event',
    calls: [
      event({ kind: 'refusal', tries: 'payments.webhook-unsigned-is-400' }),
      call('receivePaymentEvent', {
        as: 'missing',
        raw: fixture('webhook.body'),
        signature: { name: fixture('webhook.signatureHeader'), value: fixture('webhook.validSignature') },
      }),
    ],
  },
  {
    id: 'vip-code',
    calls: [
      call('getVipRedemptionCount'),
      call('redeemVipCode', { name: 'redeemed', body: { code: fixture('vipCode') } }),
      call('redeemVipCode', {
        body: { code: fixture('vipCode') },
        kind: 'refusal',
        tries: 'vip.redeem-twice-is-400',
        follows: 'redeemed',
      }),
      call('redeemVipCode', {
        body: { code: fixture('ownVipCode') },
        kind: 'refusal',
        tries: 'vip.redeem-own-is-400',
      }),
      call('redeemVipCode', {
        body: { code: { unknown: 'string' } },
        kind: 'refusal',
        tries: 'vip.redeem-invalid-is-400',
      }),
      call('getVipRedemptionCount'),
    ],
  },
];
