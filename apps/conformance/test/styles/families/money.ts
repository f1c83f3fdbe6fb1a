import { type Answer, type Call, ok, type QueryParameter, type Route, refuse } from '../route.ts';

const period: readonly QueryParameter[] = [
  { name: 'period', json: { type: 'integer', minimum: 1, maximum: 365, default: 28 } },
];

/** The provider signs its events; which header carries the signature is not shown. */
export const webhook = {
  signatureHeader: 'x-provider-signature',
  validSignature: 'v1=3f9a5c',
  body: '{"event":"invoice.paid","id":"evt_1"}',
};

export const moneyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/billing',
    answer: 'BillingInformationSubscription',
    statuses: [500],
    handle: () => ok({ attributes: { plan: 'monthly', renews: null } }),
  },
  {
    method: 'GET',
    path: '/me/credits',
    answer: 'AgentExecutionCredits',
    statuses: [404, 500],
    handle: (call) => ok({ balance: balanceOf(call) }),
  },
  {
    method: 'POST',
    path: '/me/credits/use',
    answer: 'AgentExecutionCredits',
    statuses: [404, 500],
    handle: useCredits,
  },
  {
    method: 'POST',
    path: '/me/payments/webhook',
    open: true,
    answer: 'PaymentWebhookResponseSuccess',
    statuses: [400],
    handle: receiveEvent,
  },
  {
    method: 'POST',
    path: '/me/payments/sessions',
    input: 'PaymentSessionRequest',
    answer: 'PaymentSessionResponse',
    statuses: [],
    handle: () => ok({ attributes: { url: 'https://pay.example/session/2' } }),
  },
  {
    method: 'GET',
    path: '/me/monetization/summary',
    query: period,
    answer: 'MonetizationSummary',
    statuses: [],
    handle: () => ok({ total_subscribers: 0, total_earnings: 0 }),
  },
  {
    method: 'GET',
    path: '/me/monetization/subscribers',
    query: period,
    answer: 'MonetizationSubscribersResponse',
    statuses: [],
    handle: (call) => daily(call, { count: 0 }),
  },
  {
    method: 'GET',
    path: '/me/monetization/earnings',
    query: period,
    answer: 'MonetizationEarningsResponse',
    statuses: [],
    handle: (call) => daily(call, { total_earnings: 0 }),
  },
];

function balanceOf({ style, store, user }: Call): number {
  return store.credits.get(user.id) ?? style.choices.credits.start;
}

function useCredits(call: Call): Answer {
  const { cost, atZero } = call.style.choices.credits;
  const balance = balanceOf(call);
  if (balance < cost && atZero === 404) return refuse(404, 'No credits left');
  const left = balance < cost ? balance : balance - cost;
  call.store.credits.set(call.user.id, left);
  return ok({ balance: left });
}

function receiveEvent({ headers, raw }: Call): Answer {
  if (headers.get(webhook.signatureHeader) !== webhook.validSignature) return refuse(400, 'Bad signature');
  return raw === webhook.body ? ok({ attributes: { received: true } }) : refuse(400, 'Bad event');
}

function daily({ style, query }: Call, day: Readonly<Record<string, number>>): Answer {
  const length = Number(query.period ?? 28);
  const lengths = { period: length, 'one more': length + 1, 'only with something': 0 };
  const date = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const items = Array.from({ length: lengths[style.choices.monetization.days] }, (_, ago) => ({
    ...day,
    attributes: { date: date(ago) },
  }));
  return ok({ items });
}
