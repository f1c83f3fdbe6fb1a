import { recordOf } from '../../src/json/json-record.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { jobHeader, runIdHeader } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { emptied, ofNobody, withItems, withJson, withText } from './wrap-answers.ts';

/** How the laws of logs, of removals and of what was made are broken. */
export const logLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.log-entry-is-listed-once': {
    breaks: 'logs each entry of a run as often as it has messages',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => (Array.isArray(body) ? [...body, ...body] : body)),
      ),
  },
  'law.log-keeps-the-input': {
    breaks: 'logs input under names without what stands before their slash',
    wrap: (target) =>
      onSuccess(target, async (response) => withText(response, (text) => text.replaceAll('"a/b":', '"b":'))),
  },
  'law.log-does-not-shrink': {
    breaks: 'applies the limit before it leaves out what other users ran',
    wrap: () => {
      let ofOthers = 0;
      return ({ fetch, jwt }) =>
        async (request) => {
          const isOwn = request.headers.get('authorization') === `Bearer ${jwt}`;
          const { pathname, searchParams } = new URL(request.url);
          const response = await fetch(request);
          if (pathname.startsWith('/me/tools/run/') && response.ok) ofOthers = isOwn ? 0 : ofOthers + 1;
          return isOwn && pathname === '/me/executions' && searchParams.has('limit') && response.ok
            ? withJson(response, (body) => withItems(body, (runs) => runs.slice(ofOthers)))
            : response;
        };
    },
  },
  'law.executions-are-the-callers': {
    breaks: 'lists what one user ran among what another one ran',
    wrap: (target) => (original) => {
      let own: readonly unknown[] = [];
      return around(target, async (request, fetch) => {
        const isOwn = request.headers.get('authorization') === `Bearer ${original.jwt}`;
        const response = await fetch(request);
        if (!response.ok) return response;
        return withJson(response, (body) =>
          withItems(body, (runs) => {
            if (isOwn) own = runs;
            return isOwn ? runs : [...runs, ...own];
          }),
        );
      })(original);
    },
  },
  'law.what-is-listed-can-be-read': {
    breaks: 'lists removed studio chats as before',
    wrap: (target) => {
      const seen = new Map<string, Map<unknown, unknown>>();
      return onSuccess(target, async (response, { method, headers }) => {
        if (method !== 'GET') return response;
        const user = headers.get('authorization') ?? '';
        return withJson(response, (body) =>
          withItems(body, (chats) => {
            const all = new Map(seen.get(user));
            for (const chat of chats) all.set(recordOf(chat).run_id, chat);
            seen.set(user, all);
            return [...all.values()];
          }),
        );
      });
    },
  },
  'law.login-sessions-are-apart': {
    breaks: 'gives everybody the login session that was begun first',
    wrap: (target) => {
      let first: Response | undefined;
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        first ??= response.ok ? response.clone() : undefined;
        return first?.clone() ?? response;
      });
    },
  },
  'law.each-start-makes-one-run': {
    breaks: 'lists an empty run beside each that was started',
    wrap: (target) => (original) => {
      const started = new Set<string>();
      return async (request) => {
        const response = await original.fetch(request);
        const id = response.headers.get(runIdHeader);
        if (id !== null && request.method === 'POST') started.add(id);
        return response.ok && request.method === 'GET' && isFor(target.bound, request)
          ? withJson(response, (body) => withGhosts(body, started))
          : response;
      };
    },
  },
  'law.run-with-a-job-is-listed': {
    breaks: 'lists no run whose job still runs',
    wrap: (target) => (original) => {
      const busy = new Set<string>();
      return async (request) => {
        const response = await original.fetch(request);
        const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
        if (response.headers.has(jobHeader)) busy.add(id);
        else if (request.method === 'GET') busy.delete(id);
        if (!response.ok || !isFor(target.bound, request)) return response;
        return withText(response, (text) =>
          [...busy].reduce((all, one) => all.replaceAll(one, ofNobody), text),
        );
      };
    },
  },
  'law.newest-run-is-listed': {
    breaks: 'lists a run once another one has begun',
    wrap: (target) => (original) => {
      let newest = '';
      return async (request) => {
        const response = await original.fetch(request);
        const begun = request.method === 'POST' && response.headers.get(runIdHeader);
        if (begun) newest = begun;
        if (!response.ok || newest === '' || !isFor(target.bound, request)) return response;
        return withText(response, (text) => text.replaceAll(newest, ofNobody));
      };
    },
  },
  'law.tool-runs-are-logged': {
    breaks: 'lists no execution of any tool',
    wrap: (target) => onSuccess(target, async (response) => withJson(response, emptied)),
  },
  'law.log-names-its-run': {
    breaks: 'logs everything under a run that does not exist',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        request.url.endsWith('/logs')
          ? withText(response, (text) => text.replaceAll(/"run_id": ?"[^"]*"/g, `"run_id":"${ofNobody}"`))
          : response,
      ),
  },
  'law.logged-times-are-of-now': {
    breaks: 'tells of every run that it was in 2001',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/"20\d\d(-\d\d-\d\dT)/g, '"2001$1')),
      ),
  },
  'law.run-shows-its-agent': {
    breaks: 'reads every run as one of an agent that is not there',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        /\/agent-runs\/[^/]+$/.test(request.url)
          ? withText(response, (text) => text.replaceAll(/"agent_id": ?"[^"]*"/g, `"agent_id":"${ofNobody}"`))
          : response,
      ),
  },
  'law.removal-is-shown': {
    breaks: 'answers a removal with the record, and leaves it as it is',
    wrap: (target) =>
      around(target, (request, fetch) =>
        request.method === 'DELETE'
          ? fetch(new Request(request.url, { headers: request.headers }))
          : fetch(request),
      ),
  },
  'law.made-leaves-no-empty-list': {
    breaks: 'lists no tool of any bundle',
    wrap: (target) =>
      around(target, (request, fetch) =>
        request.method === 'GET' && /\/bundles\/\d+\/tools$/.test(request.url)
          ? Promise.resolve(Response.json([]))
          : fetch(request),
      ),
  },
  'law.cursor-is-one-moment': {
    breaks: 'reads a cursor without its offset',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const url = new URL(request.url);
        const cursor = url.searchParams.get('next_cursor');
        if (cursor === null) return fetch(request);
        url.searchParams.set('next_cursor', cursor.replace(/[+-]\d\d:\d\d$/, 'Z'));
        return fetch(new Request(url, request));
      }),
  },
};

/** The entries of a list, each of a started run with another that has an identifier of its own. */
function withGhosts(body: unknown, started: ReadonlySet<string>): unknown {
  const { items } = body as { readonly items?: readonly unknown[] };
  const entries = (items ?? []).flatMap((entry) => {
    const text = JSON.stringify(entry);
    const id = [...started].find((one) => text.includes(one));
    return id === undefined ? [entry] : [entry, JSON.parse(text.replaceAll(id, `0${id.slice(1)}`))];
  });
  return { ...(body as object), items: entries };
}
