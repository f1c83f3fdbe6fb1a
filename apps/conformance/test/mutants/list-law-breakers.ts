import { around, type Breaker, onSuccess } from './breaker.ts';
import { refuse } from './mutant.ts';
import { changedQuery, onAnswersOf, withItems, withJson, withText } from './wrap-answers.ts';

function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const url = new URL(request.url);
  change(url.searchParams);
  return new Request(url, request);
}

/** How the laws of lists, searches and cron expressions are broken. */
export const listLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.days-are-apart': {
    breaks: 'shows the first day of a report again and again',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => withItems(body, (days) => days.map(() => days[0]))),
      ),
  },
  'law.each-day-has-its-row': {
    breaks: 'leaves the first day out of each report',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => withItems(body, (days) => days.slice(1))),
      ),
  },
  'law.record-is-listed-once': {
    breaks: 'lists each record twice',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => withItems(body, (records) => [...records, ...records])),
      ),
  },
  'law.left-out-parameter-shows-its-default': {
    breaks: 'runs a tool in a place of its own wherever a call leaves the parameter out',
    wrap: (target) => {
      const parameters = target.rules.map(({ parameter = '' }) => parameter);
      return onSuccess(target, async (response, request) => {
        const given = new URL(request.url).searchParams;
        const own = parameters.filter((one) => !given.has(one)).map((one) => [one, 'own']);
        return withJson(response, (body) => ({ ...Object(body), ...Object.fromEntries(own) }));
      });
    },
  },
  'law.update-keeps-the-order': {
    breaks: 'puts a file to the end when it is updated',
    wrap: (target) => {
      const updated = new Set<string>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        const [, agent = ''] = /agents\/([^/]+)\/files/.exec(request.url) ?? [];
        if (/files\/[^/]+$/.test(request.url) && request.method !== 'GET') updated.add(agent);
        const isList = request.method === 'GET' && /files\/?$/.test(new URL(request.url).pathname);
        return response.ok && isList && updated.has(agent)
          ? withJson(response, (body) => withItems(body, (files) => files.toReversed()))
          : response;
      });
    },
  },
  'law.log-is-not-emptied': {
    breaks: 'empties the log of a run that goes on',
    wrap: () => {
      const continued = new Set<string>();
      return ({ fetch }) =>
        async (request) => {
          const { pathname } = new URL(request.url);
          const log = /agent-runs\/([^/]+)\/logs/.exec(pathname)?.[1];
          if (request.method === 'PUT') continued.add(pathname.split('/').at(-1) ?? '');
          return log !== undefined && continued.has(log) ? Response.json([]) : fetch(request);
        };
    },
  },
  'law.report-fits-its-period': {
    breaks: 'reports the default period, whichever is asked for',
    wrap: ({ bound }) => changedQuery(bound, 'period', () => null),
  },
  'law.read-is-listed': {
    breaks: 'lists toolsets and subscriptions under other names than they are read by',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/"([^"]*)"(?=[,}\]])/g, '"$1 again"')),
      ),
  },
  'law.walk-shows-all-once': {
    breaks: 'leaves out the first record of every page but the first',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        request.url.includes('next_cursor=')
          ? withJson(response, (body) => withItems(body, (items) => items.slice(1)))
          : response,
      ),
  },
  'law.page-is-as-long-as-the-first': {
    breaks: 'has at most five records on a page with a cursor',
    wrap: (target) =>
      around(target, (request, fetch) =>
        fetch(
          withQuery(request, (query) => {
            if (query.has('next_cursor') && Number(query.get('limit')) > 5) query.set('limit', '5');
          }),
        ),
      ),
  },
  'law.shown-cursor-is-taken': {
    breaks: 'refuses the cursors that it gave',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const isNext = new URL(request.url).searchParams.has('next_cursor');
        const response = await fetch(request);
        return isNext && response.ok ? refuse(422) : response;
      }),
  },
  'law.cursor-is-a-date-time': {
    breaks: 'has cursors in a form of its own',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const asked = withQuery(request, (query) => {
          const cursor = query.get('next_cursor');
          if (cursor?.startsWith('c')) query.set('next_cursor', atob(cursor.slice(1)));
        });
        const response = await fetch(asked);
        return withJson(response, (body) =>
          Object.fromEntries(
            Object.entries(Object(body)).map(([name, value]) => [
              name,
              /cursor|next/.test(name) && typeof value === 'string' ? `c${btoa(value)}` : value,
            ]),
          ),
        );
      }),
  },
  'law.each-run-is-logged-once': {
    breaks: 'leaves every third record out of the list',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        !new URL(request.url).pathname.match(/\d$/)
          ? withJson(response, (body) =>
              withItems(body, (items) => items.filter((_, index) => index % 3 !== 2)),
            )
          : response,
      ),
  },
  'law.search-depends-on-its-query': {
    breaks: 'finds for every query what it found for the first',
    wrap: ({ bound }) => {
      let first: string | null = null;
      return changedQuery(bound, 'q', (q) => {
        first ??= q;
        return first;
      });
    },
  },
  'law.search-filters-only-remove': {
    breaks: 'does not look at the toolkit',
    wrap: ({ bound }) => changedQuery(bound, 'toolkit', () => null),
  },
  'law.nonsense-is-no-perfect-match': {
    breaks: 'finds everything for random letters',
    wrap: (target) =>
      around(target, (request, fetch) =>
        fetch(
          withQuery(request, (query) => {
            if (!/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(query.get('q') ?? '')) return;
            query.set('q', 'list');
            query.set('min_score', '0');
          }),
        ),
      ),
  },
  'law.invalid-cron-is-refused': {
    breaks: 'takes any expression',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const again = request.clone();
        const response = await fetch(request);
        if (
          response.ok ||
          !/75|24|32|13|0(%20|\+| )9(%20|\+| )/.test(request.url + (await again.clone().text()))
        )
          return response;
        const cron = new URL(request.url).searchParams.get('cron');
        if (cron !== null) return Response.json({ cron });
        const body = (await again.text()).replaceAll(/"[\d*]+( [\d*]+){3,4}"/g, '"0 9 * * 1"');
        return fetch(new Request(again, { body }));
      }),
  },
  'law.cron-keeps-its-meaning': {
    breaks: 'exchanges minute and hour',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/"(\d+) (\d+) ([^"]* [^"]*)"/g, '"$2 $1 $3"')),
      ),
  },
  'law.crons-stay-apart': {
    breaks: 'makes every expression due at midnight',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/"[\d*/,-]+( [\d*/,A-Z-]+){4}"/g, '"0 0 * * *"')),
      ),
  },
  'law.next-run-lies-ahead': {
    breaks: 'tells when a schedule was due last as when it is due next',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/("next_run_at": ?")\d{4}/g, '$12020')),
      ),
  },
  'law.usual-cron-is-taken': {
    breaks: 'takes no ranges',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        (await request.clone().text()).includes('3-6') ? refuse(422) : fetch(request),
      ),
  },
  'law.tools-are-in-mcp-format': {
    breaks: 'calls the schema of the input in another way',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        withText(await fetch(request), (text) => text.replaceAll('"inputSchema"', '"input_schema"')),
      ),
  },
  'law.integration-tools-come-together': {
    breaks: 'lacks one of the integration tools',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        withText(await fetch(request), (text) => text.replaceAll('NOTIFIER_UPLOAD_REQUEST', 'upload')),
      ),
  },
  'law.preview-is-of-its-chat': {
    breaks: 'shows the chats that were asked for before, and not the one that is named',
    wrap: (target) => {
      const asked = new Set<string>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        const id = /chats\/([^/]+)\/og/.exec(request.url)?.[1] ?? '';
        const others = [...asked].filter((one) => one !== id);
        asked.add(id);
        return Response.json({ title: 'A chat', images: others.map((one) => `/${one}.png`) });
      });
    },
  },
  'law.listed-vibe-service-is-taken': {
    breaks: 'lists services of which it knows no more than one',
    wrap: (target) => {
      let known: string | undefined;
      return around(target, async (request, fetch) => {
        const service = new URL(request.url).searchParams.get('service_name');
        const response = await fetch(request);
        if (service === null || !response.ok) return response;
        known ??= service;
        return service === known ? response : refuse(422);
      });
    },
  },
  'law.feedback-answers-its-chat': {
    breaks: 'answers another agent to feedback',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const response = await fetch(request);
        const id = /chats\/([^/]+)\/feedback/.exec(request.url)?.[1] ?? '';
        return response.ok
          ? withText(response, (text) => text.replaceAll(id, crypto.randomUUID()))
          : response;
      }),
  },
  'law.one-model-has-one-shape': {
    breaks: 'answers feedback with a word of thanks',
    wrap: ({ contract }) =>
      onAnswersOf('submitChatFeedback', contract, async (response) =>
        withJson(response, () => ({ thanks: 'for your opinion' })),
      ),
  },
  'law.use-is-kept': {
    breaks: 'answers a smaller balance, and keeps the one before',
    wrap: (target) => {
      const balances = new Map<string | null, string>();
      return onSuccess(target, async (response, request) =>
        withText(response, (text) => {
          if (request.method !== 'GET') return text;
          const user = request.headers.get('authorization');
          balances.set(user, balances.get(user) ?? text);
          return balances.get(user) ?? text;
        }),
      );
    },
  },
  'law.use-lowers-the-balance': {
    breaks: 'adds what is used to the balance',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) =>
          text.replaceAll(/:\s*(\d+(?:\.\d+)?)/g, (_, balance) => `:${2_000 - balance}`),
        ),
      ),
  },
};
