import {
  createPaymentSession,
  forwardPaymentEvent,
  getBilling,
  getCredits,
  getMonetizationEarnings,
  getMonetizationSubscribers,
  getMonetizationSummary,
  getSubscription,
  listSubscriptions,
  receivePaymentEvent,
  subscribeToAgent,
  unsubscribeFromAgent,
  useCredits,
} from '../../../src/index.ts';
import { misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Case, Contract, Given } from '../interaction.ts';

const { agent_id } = examples;
const event = { type: 'ping' };
/** The name of the header is not shown: a provider's own takes its place when it is verified. */
const signed = { 'x-example-signature': 'example-signature' };

const ofPeriod: Case[] = [
  succeeds(),
  succeeds([], { when: 'for one day', query: { period: '1' } }),
  succeeds([], { when: 'for 365 days', query: { period: '365' } }),
];

const withoutCredits: Given[] = ['a caller without credits'];

export const money: Contract[] = [
  {
    source: subscribeToAgent,
    request: 'POST /me/agents/{agent_id}/subscribe',
    call: (transport, { body }) => subscribeToAgent(transport, agent_id, body),
    cases: [
      succeeds(['a paid agent of another user'], { body: {} }),
      refuses(400, ['an unpaid agent of another user'], { body: {} }),
      refuses(400, ['a paid agent of the caller'], { body: {} }),
      refuses(402, ['an active subscription of the caller'], { body: {} }),
      misses('agent_id', { body: {} }),
    ],
  },
  {
    source: unsubscribeFromAgent,
    request: 'POST /me/agents/{agent_id}/unsubscribe',
    call: (transport) => unsubscribeFromAgent(transport, agent_id),
    cases: [
      succeeds([['an active subscription of the caller', { afterwards: 'ended' }]]),
      refuses(400, ['a paid agent of another user'], { or: [404] }),
      misses('agent_id', { or: [400] }),
    ],
  },
  {
    source: listSubscriptions,
    request: 'GET /me/subscriptions',
    call: (transport) => listSubscriptions(transport),
    cases: [succeeds()],
  },
  {
    source: getSubscription,
    request: 'GET /me/subscriptions/{agent_id}',
    call: (transport) => getSubscription(transport, agent_id),
    cases: [succeeds(['an active subscription of the caller']), misses('agent_id')],
  },
  {
    source: getBilling,
    request: 'GET /me/billing',
    call: (transport) => getBilling(transport),
    cases: [succeeds()],
  },
  {
    source: getCredits,
    request: 'GET /me/credits',
    call: (transport) => getCredits(transport),
    cases: [succeeds(['a caller with credits']), refuses(404, withoutCredits)],
  },
  {
    source: useCredits,
    request: 'POST /me/credits/use',
    call: (transport) => useCredits(transport),
    cases: [succeeds(['a caller with credits']), refuses(404, withoutCredits)],
  },
  {
    source: receivePaymentEvent,
    request: 'POST /me/payments/webhook',
    isOpen: true,
    call: (transport, { body, headers }) => {
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      return forwardPaymentEvent(transport, { bytes, signature: headers });
    },
    cases: [
      succeeds(['a signed payment event'], { body: event, headers: signed }),
      refuses(400, [], { when: 'without a signature', body: event }),
      refuses(400, [['a signed payment event', { signs: 'another body' }]], {
        when: 'whose signature is for another body',
        body: event,
        headers: signed,
      }),
    ],
  },
  {
    source: createPaymentSession,
    request: 'POST /me/payments/sessions',
    call: (transport, { body }) => createPaymentSession(transport, body),
    cases: [succeeds([], { body: {} })],
  },
  {
    source: getMonetizationSummary,
    request: 'GET /me/monetization/summary',
    call: (transport, { query }) => getMonetizationSummary(transport, query),
    cases: ofPeriod,
  },
  {
    source: getMonetizationSubscribers,
    request: 'GET /me/monetization/subscribers',
    call: (transport, { query }) => getMonetizationSubscribers(transport, query),
    cases: ofPeriod,
  },
  {
    source: getMonetizationEarnings,
    request: 'GET /me/monetization/earnings',
    call: (transport, { query }) => getMonetizationEarnings(transport, query),
    cases: ofPeriod,
  },
];
