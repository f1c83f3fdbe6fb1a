import { around, type Breaker, onSuccess } from './breaker.ts';
import { asOwn, refuse } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { withJson, withText } from './wrap-answers.ts';

/** How the laws of subscriptions, payments, codes and reports are broken. */
export const moneyLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.unsubscribing-ends-one': {
    breaks: 'ends all subscriptions of a user who ends one',
    wrap: (target) => {
      const ended = new Set<string | null>();
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const response = await fetch(request);
        if (request.url.endsWith('/unsubscribe') && response.ok) ended.add(user);
        return request.method === 'GET' && ended.has(user) ? refuse(404) : response;
      });
    },
  },
  'law.ended-subscription-is-over': {
    breaks: 'refuses who has once unsubscribed from an agent as subscribed for ever',
    wrap: (target) => {
      const ended = new Set<string>();
      return around(target, async (request, fetch) => {
        const call = `${request.headers.get('authorization')} ${request.url.replace(/\/\w+$/, '')}`;
        if (request.url.endsWith('/subscribe') && ended.has(call)) return refuse(402);
        const response = await fetch(request);
        if (request.url.endsWith('/unsubscribe') && response.ok) ended.add(call);
        return response;
      });
    },
  },
  'law.reports-are-the-callers': {
    breaks: 'reports the subscribers and earnings of all users to each of them',
    wrap: (target) =>
      onSuccess(target, async (_response) => Response.json({ total_subscribers: 3, total_earnings: 2700 })),
  },
  'law.subscriptions-are-the-callers': {
    breaks: 'lists the subscription that somebody else made last as well',
    wrap: (target) => {
      let last: { readonly by: string | null; readonly agent: string } | undefined;
      return around(target, async (request, fetch) => {
        const by = request.headers.get('authorization');
        const response = await fetch(request);
        const agent = /agents\/([^/]+)\/subscribe$/.exec(request.url)?.[1];
        if (agent !== undefined && response.ok) last = { by, agent };
        const isList = request.method === 'GET' && request.url.endsWith('/me/subscriptions');
        if (!isList || !response.ok || last === undefined || last.by === by) return response;
        const foreign = { agent_id: last.agent, status: 'active' };
        return withJson(response, (body) =>
          Array.isArray(body)
            ? [...body, foreign]
            : { ...Object(body), items: [...[Object(body).items ?? []].flat(), foreign] },
        );
      });
    },
  },
  'law.listed-subscription-is-found': {
    breaks: 'lists the subscriptions of one user for everybody',
    wrap: (target) => (original) =>
      around(target, (request, fetch) => {
        const isList = request.url.endsWith('/me/subscriptions');
        return fetch(isList ? asOwn(request, original) : request);
      })(original),
  },
  'law.redemptions-are-the-callers': {
    breaks: 'counts the redemptions of everybody',
    wrap: (target) => {
      let redeemed = 0;
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (request.method === 'POST' && response.ok) redeemed += 1;
        return request.method === 'GET' && response.ok
          ? withText(response, (text) => text.replace(/\d+/, String(redeemed)))
          : response;
      });
    },
  },
  'law.event-counts-once': {
    breaks: 'books an event as often as it is delivered',
    wrap: (target) => booking(target, ({ ok }) => ok),
  },
  'law.event-may-have-spaces': {
    breaks:
      'refuses an event that is laid out in lines, since it writes it anew before it looks at the signature',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const body = await request.clone().text();
        return body.includes('\n  ')
          ? Response.json({ detail: 'not signed' }, { status: 400 })
          : fetch(request);
      }),
  },
  'law.refused-event-books-nothing': {
    breaks: 'books what an event says before it looks at the signature',
    wrap: (target) => booking(target, ({ status }) => status === 400),
  },
  'law.code-is-for-every-user': {
    breaks: 'refuses a code that anybody has redeemed',
    wrap: (target) => {
      const redeemed = new Map<string, string | null>();
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const code = await request.clone().text();
        if ((redeemed.get(code) ?? user) !== user) return refuse(400);
        const response = await fetch(request);
        if (response.ok) redeemed.set(code, user);
        return response;
      });
    },
  },
};

/** Each event that is answered so raises the credits that are shown. */
function booking(
  { contract }: Parameters<Breaker['wrap']>[0],
  isBooked: (response: Response) => boolean,
): ReturnType<Breaker['wrap']> {
  const events = contract.filter(({ id }) => id === 'receivePaymentEvent');
  const books = contract.filter(({ id }) => id === 'getCredits');
  let booked = 0;
  return ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (isFor(events, request) && isBooked(response)) booked += 1;
      return isFor(books, request) && response.ok
        ? withText(response, (text) => text.replace(/\d+/, (count) => String(Number(count) + 100 * booked)))
        : response;
    };
}
