import { isRecord } from '../../src/json/json-record.ts';
import { hidingNdjsonRuns } from './apart-law-breakers.ts';
import { around, type Breaker, onSuccess, type Target } from './breaker.ts';
import { furtherOtherWays } from './further-other-ways.ts';
import { asOwn, type Fetch, type Mutant } from './mutant.ts';
import { notifierOtherWays } from './notifier-other-ways.ts';
import { changedQuery, ofNobody, withItems, withJson, withText } from './wrap-answers.ts';

/** More ways in which the rules of a check are broken: each shows in another finding than the first. */
export const otherWays: Readonly<Record<string, readonly Breaker[]>> = {
  ...notifierOtherWays,
  ...furtherOtherWays,
  'law.credits-are-the-callers': [
    {
      breaks: 'takes each use from the balance of one user',
      wrap: (target) => (original) =>
        around(target, (request, fetch) =>
          fetch(request.method === 'POST' ? asOwn(request, original) : request),
        )(original),
    },
  ],
  'law.others-change-nothing': [
    {
      breaks: 'lets every user set the theme of an agent',
      wrap: () => (original) => async (request) => {
        const again = request.clone();
        const response = await original.fetch(request);
        const isTheme = request.method === 'PUT' && request.url.endsWith('/customizations/theme');
        const isForeign = response.status === 403 || response.status === 404;
        return isTheme && isForeign ? original.fetch(asOwn(again, original)) : response;
      },
    },
  ],
  'resource.is-apart': [
    {
      breaks: "shows other users' records on pages that a cursor opens",
      wrap: () => {
        const own = new Map<string, readonly unknown[]>();
        return (original) => async (request) => {
          const { pathname, searchParams } = new URL(request.url);
          const response = await original.fetch(request);
          const isPaged = pathname === '/me/agent-runs' || pathname === '/me/executions';
          if (request.method !== 'GET' || !isPaged || !response.ok) return response;
          const isOwn = request.headers.get('authorization') === `Bearer ${original.jwt}`;
          return withJson(response, (body) =>
            withItems(body, (records) => {
              if (isOwn && records.length > (own.get(pathname)?.length ?? 0)) own.set(pathname, records);
              const isOpened = !isOwn && searchParams.has('next_cursor');
              return isOpened ? [...records, ...(own.get(pathname) ?? [])] : records;
            }),
          );
        };
      },
    },
  ],
  'resource.hidden-omits-the-key': [
    {
      breaks: 'lists the key that the run was given with its value',
      wrap: () => (original) => async (request) => {
        const response = await original.fetch(request);
        const isList = request.method === 'GET' && new URL(request.url).pathname === '/me/api-keys';
        if (!isList || !response.ok) return response;
        return withJson(response, (body) =>
          withItems(body, ([first, ...others]) => [{ ...Object(first), key: original.apiKey }, ...others]),
        );
      },
    },
  ],
  'resource.is-read-once': [
    {
      breaks: 'keeps the JWT for a reader that has a credential',
      wrap: () => {
        const read = new Map<string, string>();
        return ({ fetch }) =>
          async (request) => {
            const { pathname } = new URL(request.url);
            const response = await fetch(request);
            const isKnown = request.headers.has('authorization');
            if (!isKnown || request.method !== 'GET' || !pathname.startsWith('/me/cli-auth/'))
              return response;
            return withText(response, (text) => {
              if (response.ok && text !== 'null' && !read.has(pathname)) read.set(pathname, text);
              return read.get(pathname) ?? text;
            });
          };
      },
    },
  ],
  'law.once': [
    {
      breaks: 'makes API keys twice, in which no text of ours is',
      wrap:
        () =>
        ({ fetch }) =>
        async (request) => {
          const isMade = request.method === 'POST' && new URL(request.url).pathname === '/me/api-keys';
          if (isMade) await (await fetch(request.clone())).text();
          return fetch(request);
        },
    },
  ],
  'law.both-paths-agree': [
    {
      breaks: 'never forgets an agent that it once listed',
      wrap: (target) => {
        const seen = new Map<unknown, unknown>();
        return onSuccess(target, (response, { url }) =>
          new URL(url).pathname === '/me/agents'
            ? withJson(response, (body) =>
                withItems(body, (records) => {
                  for (const record of records) if (isRecord(record)) seen.set(record.agent_id, record);
                  return [...seen.values()];
                }),
              )
            : Promise.resolve(response),
        );
      },
    },
  ],
  'law.each-start-makes-one-run': [
    {
      breaks: 'lists no runs that were begun as NDJSON, whichever began before and after',
      wrap: hidingNdjsonRuns,
    },
  ],
  'law.cap-is-of-the-files-there': [
    {
      breaks: 'makes room for two files where one is removed',
      wrap: () => {
        const removed = new Set<string>();
        return onFiles(async (response, { method, url }) => {
          const [agent = ''] = /^.*\/files/.exec(url) ?? [];
          if (method === 'DELETE' && response.ok) removed.add(agent);
          if (method !== 'GET' || !response.ok || !removed.has(agent)) return response;
          return withJson(response, (body) =>
            withItems(body, (items) => [...items, ...[1, 2].map((one) => copyOf(items.at(-1), one))]),
          );
        });
      },
    },
  ],
  'law.polling-keeps-the-session': [
    {
      breaks: 'hands out a JWT before anybody has logged in',
      wrap: () =>
        onSessions(async (response, { method }) =>
          method === 'GET' && response.ok && (await response.clone().text()) === 'null'
            ? Response.json('a JWT')
            : response,
        ),
    },
    {
      breaks: 'has no JWT for a client that asked too early',
      wrap: () => {
        const early = new Set<string>();
        return onSessions(async (response, { method, url }) => {
          if (method !== 'GET' || !response.ok) return response;
          if (early.has(url)) return Response.json(null);
          early.add(url);
          return response;
        });
      },
    },
  ],
  'law.ended-subscription-is-over': [
    {
      breaks: 'ends a subscription that was ended before',
      wrap: (target) => {
        const ended = new Map<string, Response>();
        return around(target, async (request, fetch) => {
          const response = await fetch(request);
          if (!request.url.endsWith('/unsubscribe')) return response;
          const call = `${request.headers.get('authorization')} ${request.url}`;
          if (response.ok) ended.set(call, response.clone());
          return response.ok ? response : (ended.get(call)?.clone() ?? response);
        });
      },
    },
    {
      breaks: 'goes on listing the subscriptions that it has listed first, as active',
      wrap: (target) => {
        const listed = new Map<string | null, Response>();
        return around(target, async (request, fetch) => {
          const response = await fetch(request);
          if (!request.url.endsWith('/me/subscriptions') || !response.ok) return response;
          const whose = request.headers.get('authorization');
          if (!listed.has(whose))
            listed.set(
              whose,
              await withText(response, (text) =>
                text.replaceAll('"agent_id"', '"status":"active","agent_id"'),
              ),
            );
          return listed.get(whose)?.clone() ?? response;
        });
      },
    },
  ],
  'list.pages-join': [
    {
      breaks: 'leaves the first record out of each page but the first',
      wrap: (target) => onLaterPages(target, (items) => items.slice(1)),
    },
    {
      breaks: 'turns each page around but the first',
      wrap: (target) => onLaterPages(target, (items) => items.toReversed()),
    },
  ],
  'law.search-filters-only-remove': [
    {
      breaks: 'shows what fits less than was asked for',
      wrap: (target) => (original) =>
        onSuccess(target, (response, { url }) =>
          withJson(response, (body) => withItems(body, (hits) => hits.map((hit) => scored(hit, url)))),
        )({ ...original, fetch: changedQuery(target.bound, 'min_score', () => '0')(original) }),
    },
    {
      breaks: 'shows more hits than were asked for',
      wrap: ({ bound }) => changedQuery(bound, 'limit', () => '200'),
    },
  ],
};

function onFiles(change: (response: Response, request: Request) => Promise<Response>): Mutant['wrap'] {
  return onPaths(/\/files(\/|$)/, change);
}

function onSessions(change: (response: Response, request: Request) => Promise<Response>): Mutant['wrap'] {
  return onPaths(/\/me\/cli-auth\//, change);
}

function onPaths(
  path: RegExp,
  change: (response: Response, request: Request) => Promise<Response>,
): Mutant['wrap'] {
  return ({ fetch }): Fetch =>
    async (request) => {
      const response = await fetch(request);
      return path.test(new URL(request.url).pathname) ? change(response, request) : response;
    };
}

/** A score by whether a hit has the words of the query. */
function scored(hit: unknown, url: string): unknown {
  const words = new URL(url).searchParams.get('q') ?? '';
  return isRecord(hit) ? { ...hit, score: JSON.stringify(hit).includes(words) ? 0.9 : 0.3 } : hit;
}

/** The record once more, under another identifier. */
function copyOf(record: unknown, number: number): unknown {
  return isRecord(record)
    ? Object.fromEntries(Object.entries(record).map(([name, value]) => [name, otherId(value, number)]))
    : record;
}

function otherId(value: unknown, number: number): unknown {
  return typeof value === 'string' && value.length === ofNobody.length
    ? `${ofNobody.slice(0, -1)}${number}`
    : value;
}

function onLaterPages(
  target: Target,
  change: (items: readonly unknown[]) => readonly unknown[],
): Mutant['wrap'] {
  return onSuccess(target, async (response, { url }) =>
    new URL(url).searchParams.has('next_cursor')
      ? withJson(response, (body) => withItems(body, change))
      : response,
  );
}
