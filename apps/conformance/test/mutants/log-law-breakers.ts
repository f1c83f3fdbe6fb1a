import { around, type Breaker, onSuccess } from './breaker.ts';
import { emptied, ofNobody, withJson, withText } from './wrap-answers.ts';

/** How the laws of logs, of removals and of what was made are broken. */
export const logLawBreakers: Readonly<Record<string, Breaker>> = {
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
