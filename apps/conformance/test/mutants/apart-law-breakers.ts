import { isRecord } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, onSuccess, type Target } from './breaker.ts';
import { type Mutant, refuse, runIdHeader } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { after, emptied, ofNobody, onAnswersOf, withItems, withJson, withText } from './wrap-answers.ts';

/** How the laws of what is not there, and of what is another's, are broken. */
export const apartLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.what-is-not-there-does-not-answer': {
    breaks: 'starts runs of workers that do not exist',
    wrap: () =>
      after(async (response, { method, url }) => {
        const isTurn = ['POST', 'PUT'].includes(method) && /\/agents\/(?!.*\/me\/)/.test(url);
        const headers = { 'x-service-run-id': crypto.randomUUID(), 'content-type': 'text/plain' };
        return isTurn && response.status === 404 ? new Response('Hello', { headers }) : response;
      }),
  },
  'refusal.cap-is-as-told': {
    breaks: 'takes any number of files for an agent',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const response = await fetch(request);
        return request.method === 'POST' && response.status === 400 ? Response.json({}) : response;
      }),
  },
  'law.cap-is-of-the-files-there': {
    breaks: 'counts the files that were removed, and those of other agents',
    wrap: (target) => {
      let isFull = false;
      return around(target, async (request, fetch) => {
        if (request.method !== 'POST' || isFull) {
          return isFull ? Response.json({ detail: 'too many files' }, { status: 400 }) : fetch(request);
        }
        const response = await fetch(request);
        isFull = response.status === 400;
        return response;
      });
    },
  },
  'law.own-things-are-apart': {
    breaks: 'gives everybody what the first one got',
    wrap: (target) => keepsFirst(target, ({ url }) => url),
  },
  'law.nothing-else-changes': {
    breaks: 'forgets the theme of an agent that is changed',
    wrap: () => {
      const changed = new Set<string>();
      return after(async (response, { method, url }) => {
        const [, id, part] = /\/me\/(?:agents|chats)\/([^/]+)(\/customizations\/theme)?$/.exec(url) ?? [];
        if (id === undefined || !response.ok) return response;
        if (part === undefined && method === 'PATCH') changed.add(id);
        if (part !== undefined && method === 'PUT') changed.delete(id);
        return part !== undefined && method === 'GET' && changed.has(id) ? Response.json(null) : response;
      });
    },
  },
  'law.public-is-shown': {
    breaks: 'shows what is public to those with credentials alone',
    wrap: (target) =>
      onSuccess(target, async (response, { method, headers }) =>
        method === 'GET' && !headers.has('authorization')
          ? Response.json({ detail: 'no permission' }, { status: 403 })
          : response,
      ),
  },
  'law.made-under-its-name': {
    breaks: 'gives each studio chat a run_id of its own making',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const sent = request.method === 'POST' ? parseJson(await request.clone().text()) : undefined;
        if (!isRecord(sent)) return fetch(request);
        const body = JSON.stringify({ ...sent, run_id: crypto.randomUUID() });
        return fetch(new Request(request.url, { method: 'POST', headers: request.headers, body }));
      }),
  },
  'law.run-log-entry-is-logged': {
    breaks: 'answers with a log entry that it does not keep',
    wrap: (target) =>
      onSuccess(target, async (response, { method }) =>
        method === 'GET' ? withJson(response, emptied) : response,
      ),
  },
  'law.bundle-tools-are-its-owners': {
    breaks: 'lists the tools of a bundle for anybody',
    wrap: (target) => {
      const shown = new Map<string, Response>();
      return onSuccess(target, async (response, { url }) => {
        const text = await response.clone().text();
        if (text !== '[]') shown.set(url, response.clone());
        return shown.get(url)?.clone() ?? response;
      });
    },
  },
  'law.reading-a-log-adds-nothing': {
    breaks: 'doubles the entries of a log with each reading',
    wrap: (target) => {
      const reads = new Map<string, number>();
      return onSuccess(target, (response, { url }) => {
        const times = (reads.get(url) ?? 0) + 1;
        reads.set(url, times);
        return withJson(response, (body) =>
          Array.isArray(body) ? Array.from({ length: times }, () => body).flat() : body,
        );
      });
    },
  },
  'law.reading-a-run-adds-nothing': {
    breaks: 'takes each reading of a run for a message',
    wrap: () => {
      const reads = new Map<string, number>();
      return after(async (response, { method, url }) => {
        if (!response.ok || method !== 'GET' || url.includes('/me/')) return response;
        const text = await response.clone().text();
        if (!text.startsWith('[')) return response;
        const times = (reads.get(url) ?? 0) + 1;
        reads.set(url, times);
        const looks = Array.from({ length: times }, () => ({ role: 'system', content: 'somebody looked' }));
        return withJson(response, (body) => (Array.isArray(body) ? [...body, ...looks] : body));
      });
    },
  },
  'law.run-log-entry-is-new': {
    breaks: 'answers each time with the first entry',
    wrap: (target) => keepsFirst(target, ({ url, headers }) => `${url} ${headers.get('authorization')}`),
  },
  'law.best-hits-come-first': {
    breaks: 'gives the worst hits first',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) =>
          Array.isArray(body)
            ? body.map((hit, index) => ({ ...hit, score: (index + 1) / (body.length + 1) }))
            : body,
        ),
      ),
  },
  'law.runs-of-both-forms-are-listed': {
    breaks: 'lists no runs that were begun as NDJSON',
    wrap: hidingNdjsonRuns,
  },
  'law.the-named-one-is-answered': {
    breaks: 'calls each by the name of the first that was asked for',
    wrap: (target) => {
      const first = new Map<boolean, string>();
      return onSuccess(target, (response, { url }) => {
        const { pathname, searchParams } = new URL(url);
        const name = searchParams.get('service_name') ?? decodeURIComponent(pathname.split('/').at(-1) ?? '');
        const isVibe = searchParams.has('service_name');
        const wrong = first.get(isVibe) ?? name;
        first.set(isVibe, wrong);
        return withText(response, (text) => text.replaceAll(JSON.stringify(name), JSON.stringify(wrong)));
      });
    },
  },
  'law.open-list-is-for-everybody': {
    breaks: 'has an empty list for callers without credentials',
    wrap: (target) =>
      onSuccess(target, async (response, { headers }) =>
        headers.has('authorization') ? response : withJson(response, emptied),
      ),
  },
  'law.later-tool-calls-are-logged': {
    breaks: 'logs the last call of a run only',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) => (Array.isArray(body) ? body.slice(-1) : body)),
      ),
  },
  'law.refused-order-moves-nothing': {
    breaks: 'refuses a new order after it has moved some of the files',
    wrap: (target) => (original) => {
      const isMoved = new Set<string>();
      return async (request) => {
        const { method, url } = request;
        const response = await original.fetch(request);
        if (isFor(target.bound, request) && response.status >= 400)
          isMoved.add(url.replace('/positions', ''));
        if (method !== 'GET' || !response.ok || !isMoved.has(url)) return response;
        return withJson(response, reversed);
      };
    },
  },
  'law.reading-the-balance-costs-nothing': {
    breaks: 'takes a credit for each look at the balance',
    wrap: (target) => {
      let looks = 0;
      return onSuccess(target, (response) => {
        looks += 1;
        return withText(response, (text) =>
          text.replaceAll(/:\s*(\d+)/g, (_, count) => `:${Number(count) + 10_000 - looks}`),
        );
      });
    },
  },
  'law.listed-fields-are-of-one-type': {
    breaks: 'lists what a tool takes as text, as its database keeps it',
    wrap: ({ contract }) =>
      onAnswersOf('listTools', contract, (response) =>
        withJson(response, (body) => withItems(body, (tools) => tools.map(textsOfRecords))),
      ),
  },
  'law.taken-once-is-taken-again': {
    breaks: 'refuses every second theme, with an expression that remembers where it was',
    wrap: (target) => {
      let count = 0;
      return around(target, async (request, fetch) => {
        count += Number(request.method === 'PUT');
        return request.method === 'PUT' && count % 2 === 0 ? refuse(400) : fetch(request);
      });
    },
  },
  'law.first-position-is-a-position': {
    breaks: 'takes the position 0 for one that was left out',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const text = await request.clone().text();
        return request.method === 'PATCH' && /^\{"\w+":0\}$/.test(text)
          ? fetch(new Request(request, { body: '{}' }))
          : fetch(request);
      }),
  },
  'law.tool-is-listed-once': {
    breaks: 'lists each tool twice',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) => (Array.isArray(body) ? [...body, ...body] : body)),
      ),
  },
};

function textsOfRecords(entry: unknown): unknown {
  const fields = Object.entries(Object(entry));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, isRecord(value) ? JSON.stringify(value) : value]),
  );
}

/** Answers all requests that are alike in this with what the first of them got. */
function keepsFirst(target: Target, keyOf: (request: Request) => string): Mutant['wrap'] {
  const first = new Map<string, Response>();
  return onSuccess(target, async (response, request) => {
    const kept = first.get(keyOf(request)) ?? response;
    first.set(keyOf(request), kept.clone());
    return kept;
  });
}

/** A list the other way round, also where it stands in a record. */
function reversed(body: unknown): unknown {
  if (Array.isArray(body)) return body.toReversed();
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, reversed(value)]));
}

/** In what the bound operations show, whichever form the other runs have. */
export function hidingNdjsonRuns(target: Target): Mutant['wrap'] {
  return (original) => {
    const hidden: string[] = [];
    return async (request) => {
      const response = await original.fetch(request);
      const id = response.headers.get(runIdHeader);
      if (id !== null && request.method === 'POST' && request.url.includes('/ndjson/')) hidden.push(id);
      if (!response.ok || id !== null || !isFor(target.bound, request)) return response;
      return withText(response, (text) => hidden.reduce((all, one) => all.replaceAll(one, ofNobody), text));
    };
  };
}
