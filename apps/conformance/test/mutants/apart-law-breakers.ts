import { around, type Breaker, onSuccess } from './breaker.ts';
import { after, withJson, withText } from './wrap-answers.ts';

/** How the laws of what is not there, and of what is another's, are broken. */
export const apartLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.what-is-not-there-does-not-answer': {
    breaks: 'starts runs of workers that nobody has',
    wrap: () =>
      after(async (response, { method, url }) => {
        const isTurn = ['POST', 'PUT'].includes(method) && /\/agents\/(?!.*\/me\/)/.test(url);
        const headers = { 'x-service-run-id': crypto.randomUUID(), 'content-type': 'text/plain' };
        return isTurn && response.status === 404 ? new Response('Hello', { headers }) : response;
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
    wrap: (target) => {
      const first = new Map<string, Response>();
      return onSuccess(target, async (response, { url }) => {
        const kept = first.get(url) ?? response;
        first.set(url, kept.clone());
        return kept;
      });
    },
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
    wrap: (target) => {
      const first = new Map<string, Response>();
      return onSuccess(target, async (response, { url, headers }) => {
        const key = `${url} ${headers.get('authorization')}`;
        const kept = first.get(key) ?? response;
        first.set(key, kept.clone());
        return kept;
      });
    },
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
  'law.tool-is-listed-once': {
    breaks: 'lists each tool twice',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) => (Array.isArray(body) ? [...body, ...body] : body)),
      ),
  },
};
