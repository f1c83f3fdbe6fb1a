import type { Mutation } from '../mutations/mutation.ts';
import { altered, call, fixture } from './call.ts';
import type { Call, Sequence, Value } from './sequence.ts';

function subscribe(agent: string, details: Partial<Call> = {}): Call {
  return call('subscribeToAgent', { path: { agent_id: fixture(agent) }, body: {}, ...details });
}

function event(details: Partial<Call> = {}): Call {
  return call('receivePaymentEvent', { as: 'missing', raw: fixture('webhook.body'), ...details });
}

const validEvent = event({
  signature: { name: fixture('webhook.signatureHeader'), value: fixture('webhook.validSignature') },
});

const anotherEvent = '{"id":"evt_conformance","type":"conformance.none","data":{}}';

/** An event whose signature is not its own: somebody made one up, or took one from elsewhere. */
function signed(
  form: Extract<Mutation, { readonly kind: 'signature' }>['form'],
  { value, raw }: { readonly value?: Value; readonly raw?: Call['raw'] },
): Call {
  return event({
    kind: 'refusal',
    tries: 'law.signature-covers-the-event',
    mutation: { kind: 'signature', form },
    ...(raw === undefined ? {} : { raw }),
    signature: {
      name: fixture('webhook.signatureHeader'),
      value: value ?? fixture('webhook.validSignature'),
    },
  });
}

/** An event that the run itself signs. */
function ownEvent(raw: Call['raw'], details: Partial<Call> = {}): Call {
  return event({
    raw,
    signature: {
      name: fixture('webhook.signatureHeader'),
      value: { secret: fixture('webhook.secret'), scheme: fixture('webhook.scheme') },
    },
    ...details,
  });
}

const noEvent = { kind: 'refusal', tries: 'payments.webhook-invalid-event-is-400' } as const;

/** What an event may book, once that shows. */
const readsOfBooks: readonly Call[] = [
  call('getCredits', { later: true }),
  call('getBilling'),
  call('getMonetizationSummary'),
];

const readsOfSubscriptions: readonly Call[] = [
  call('getSubscription', { path: { agent_id: fixture('unsubscribeAgentId') } }),
  call('getSubscription', { path: { agent_id: fixture('subscribedAgentId') } }),
  call('getSubscription', { path: { agent_id: fixture('unsubscribeAgentId') }, as: 'other' }),
  call('getSubscription', { path: { agent_id: fixture('paidAgentId') }, as: 'sandbox' }),
  call('listSubscriptions'),
  call('getSubscription', { path: { agent_id: fixture('subscribedAgentId') }, as: 'other' }),
  call('listSubscriptions', { as: 'other' }),
];

export const moneySequences: readonly Sequence[] = [
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
      call('getSubscription', { path: { agent_id: fixture('paidAgentId') } }),
      // Not the other user, to whom the agent may belong.
      subscribe('paidAgentId', { as: 'sandbox', kind: 'open-refusal' }),
      ...readsOfSubscriptions,
      call('unsubscribeFromAgent', { path: { agent_id: fixture('paidAgentId') } }),
      call('getSubscription', { path: { agent_id: fixture('paidAgentId') }, later: true }),
      call('unsubscribeFromAgent', { path: { agent_id: fixture('paidAgentId') }, kind: 'open-refusal' }),
      subscribe('paidAgentId', { kind: 'open-refusal' }),
      call('unsubscribeFromAgent', { path: { agent_id: fixture('paidAgentId') }, kind: 'open-refusal' }),
      ...readsOfSubscriptions,
      call('unsubscribeFromAgent', {
        as: 'sandbox',
        path: { agent_id: fixture('paidAgentId') },
        kind: 'open-refusal',
      }),
      call('unsubscribeFromAgent', { path: { agent_id: fixture('unsubscribeAgentId') } }),
      ...readsOfSubscriptions,
      call('getSubscription', { path: { agent_id: fixture('unsubscribeAgentId') }, later: true }),
      call('listSubscriptions'),
      call('unsubscribeFromAgent', {
        path: { agent_id: fixture('unsubscribeAgentId') },
        kind: 'open-refusal',
      }),
      call('getAgent', { path: { agent_id: fixture('unpaidAgentId') }, kind: 'open-refusal' }),
      call('unsubscribeFromAgent', {
        path: { agent_id: fixture('unpaidAgentId') },
        kind: 'refusal',
        tries: 'subscriptions.unsubscribe-without-subscription-is-400',
      }),
    ],
  },
  {
    id: 'foreign-subscription',
    quiet: true,
    calls: [
      subscribe('ownPaidAgentId', { name: 'foreign', as: 'other', kind: 'open-refusal' }),
      call('listSubscriptions', { later: true }),
      call('unsubscribeFromAgent', {
        as: 'other',
        path: { agent_id: fixture('ownPaidAgentId') },
        kind: 'open-refusal',
        undoes: 'foreign',
      }),
    ],
  },
  {
    id: 'credits',
    quiet: true,
    calls: [
      call('getCredits'),
      call('useCredits'),
      call('getCredits', { later: true }),
      call('useCredits', { kind: 'open-refusal' }),
      call('getCredits', { later: true }),
      call('getCredits', { as: 'other' }),
      call('useCredits', { as: 'other', kind: 'open-refusal' }),
      call('getCredits', { later: true }),
      call('getCredits', { as: 'other' }),
    ],
  },
  {
    id: 'earnings-add-up',
    // After what others pay in the course of a run.
    quiet: true,
    calls: ['Summary', 'Earnings', 'Summary'].map((report) => call(`getMonetization${report}`)),
  },
  {
    id: 'reports-of-three',
    quiet: true,
    calls: ['Summary', 'Subscribers', 'Earnings'].flatMap((report) =>
      ([undefined, 'other', 'sandbox'] as const).map((as) => call(`getMonetization${report}`, { as })),
    ),
  },
  {
    id: 'payment-session',
    calls: [
      call('createPaymentSession', { body: {} }),
      call('createPaymentSession', { body: {}, as: 'other', kind: 'open-refusal' }),
    ],
  },
  {
    id: 'payment-event',
    // What is refused books nothing: nobody else may use credits meanwhile.
    quiet: true,
    calls: [
      ...readsOfBooks,
      ...readsOfBooks,
      event({ kind: 'refusal', tries: 'payments.webhook-unsigned-is-400' }),
      signed('none', { value: 'none' }),
      signed('zeros', { value: '0'.repeat(64) }),
      signed('shortened', {
        value: altered('webhook.validSignature', 'shortened'),
      }),
      signed('of-another-event', { raw: anotherEvent }),
      signed('over-a-list', { raw: '[]' }),
      signed('over-no-json', { raw: 'evt_conformance' }),
      ...readsOfBooks,
      // What the first delivery books, it books for one user.
      call('getCredits', { as: 'other', later: true }),
      call('getCredits', { times: 2 }),
      validEvent,
      call('getCredits', { later: true }),
      call('getCredits', { as: 'other' }),
      signed('of-an-earlier-event', { raw: anotherEvent }),
      signed('over-another-digit', { raw: altered('webhook.body', 'another digit') }),
    ],
  },
  {
    id: 'payment-event-again',
    quiet: true,
    calls: [
      validEvent,
      ...readsOfBooks,
      // Late enough to show what moves by itself, such as how often it was read.
      ...readsOfBooks,
      validEvent,
      ...readsOfBooks,
      // Providers deliver an event again until it is answered well.
      { ...validEvent, times: 3 },
    ],
  },
  {
    id: 'events-of-our-own',
    quiet: true,
    calls: [
      validEvent,
      ...[1, 2].flatMap(() => [
        ownEvent(altered('webhook.body', 'packed'), { kind: 'open-refusal' }),
        ownEvent(altered('webhook.body', 'laid out'), { kind: 'open-refusal' }),
      ]),
      ownEvent('[]', noEvent),
      ownEvent('evt_conformance', noEvent),
    ],
  },
  {
    id: 'vip-code',
    calls: [
      call('getVipRedemptionCount', { as: 'other' }),
      call('getVipRedemptionCount', { as: 'sandbox' }),
      call('getVipRedemptionCount'),
      call('redeemVipCode', {
        body: { code: { unknown: 'string' } },
        kind: 'refusal',
        tries: 'vip.redeem-invalid-is-400',
      }),
      call('getVipRedemptionCount', { later: true }),
      call('redeemVipCode', {
        body: { code: altered('vipCode', 'shortened') },
        kind: 'refusal',
        tries: 'law.part-of-a-name-is-no-name',
      }),
      call('redeemVipCode', { name: 'redeemed', body: { code: fixture('vipCode') } }),
      call('getVipRedemptionCount', { later: true }),
      call('redeemVipCode', {
        body: { code: fixture('vipCode') },
        kind: 'refusal',
        tries: 'vip.redeem-twice-is-400',
        follows: 'redeemed',
      }),
      // Either the same code, or none.
      call('redeemVipCode', {
        body: { code: altered('vipCode', 'small') },
        kind: 'refusal',
        tries: 'vip.redeem-twice-is-400',
        follows: 'redeemed',
      }),
      call('getVipRedemptionCount', { later: true }),
      call('redeemVipCode', {
        body: { code: fixture('ownVipCode') },
        kind: 'refusal',
        tries: 'vip.redeem-own-is-400',
      }),
      call('getVipRedemptionCount', { later: true }),
      call('getVipRedemptionCount', { as: 'other' }),
      call('getVipRedemptionCount', { as: 'sandbox' }),
      // Whether the count is of the caller's redemptions or of those of the caller's codes is not shown.
      call('redeemVipCode', { as: 'other', body: { code: fixture('ownVipCode') } }),
      call('getVipRedemptionCount', { later: true }),
    ],
  },
];
