import { recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, type Target } from './breaker.ts';
import { type Fetch, type Mutant, type Original, refuse, withHeaders } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { after, isSandbox, userTest } from './wrap-answers.ts';

/** Any user with a credential does as the own user does. */
const asOwn =
  (target: Target): Mutant['wrap'] =>
  (original) => {
    const isUser = userTest(original.fetch);
    return async (request) =>
      isBound(target, request) && (await isUser(request))
        ? original.fetch(withToken(request, original.jwt))
        : original.fetch(request);
  };

const unauthorized = 401;

/** The same of the runs of workers: a key that is one at all is not refused for whose it is. */
const runsAsOwn: Breaker['wrap'] =
  (target) =>
  ({ fetch, apiKey }) =>
  async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    const isWorkers = new URL(request.url).pathname.startsWith('/agents/');
    const isRefused = !response.ok && response.status !== unauthorized;
    return isWorkers && isRefused && isBound(target, again) ? fetch(withToken(again, apiKey)) : response;
  };

/** How the laws on who may do what are broken. */
export const lawIdentityBreakers: Readonly<Record<string, Breaker>> = {
  'law.lists-are-the-callers': { breaks: "lists everybody the own user's records", wrap: asOwn },
  'law.logs-are-the-callers': { breaks: "shows everybody the own user's logs", wrap: asOwn },
  'law.others-change-nothing': { breaks: "lets everybody change the own user's records", wrap: asOwn },
  'law.runs-are-the-callers': { breaks: "lets every key into the own user's runs", wrap: runsAsOwn },
  'law.private-worker-is-closed': {
    breaks: 'starts any worker for anybody',
    wrap: () => afterRefusal('POST', '/agents/', () => new Response('Hello.', { status: 200 })),
  },
  'law.private-is-not-shown': {
    breaks: 'shows everybody what was written',
    wrap: (target) => (original) => {
      const written: unknown[] = [];
      return async (request) => {
        const isOwn = request.headers.get('authorization') === `Bearer ${original.jwt}`;
        if (isOwn && request.method === 'POST' && new URL(request.url).pathname === '/me/agents')
          written.push(tryJson(await request.clone().text()));
        const response = await original.fetch(request);
        return isOwn || request.method !== 'GET' || !isBound(target, request)
          ? response
          : Response.json({ written });
      };
    },
  },
};

/** How the laws on input, exact answers and media types are broken. */
export const lawInputBreakers: Readonly<Record<string, Breaker>> = {
  'law.bad-input-is-no-internal-error': {
    breaks: 'fails at whatever it should refuse',
    wrap: (target) =>
      after(async (response, request) =>
        [400, 404, 422].includes(response.status) && isBound(target, request) ? refuse(500) : response,
      ),
  },
  'law.json-is-called-json': {
    breaks: 'calls its JSON a page',
    wrap: (target) =>
      after(async (response, request) =>
        response.ok && isBound(target, request) ? asPage(response) : response,
      ),
  },
  'law.json-error-is-called-json': {
    breaks: 'calls its errors pages',
    wrap: (target) =>
      after(async (response, request) =>
        response.ok || !isBound(target, request) ? response : asPage(response),
      ),
  },
  'law.signature-covers-the-event': {
    breaks: 'takes any signature',
    wrap: (target) =>
      after(async (response, request) =>
        isBound(target, request) && response.status === 400 ? Response.json({ received: true }) : response,
      ),
  },
  'law.private-is-for-all-but-the-sandbox': {
    breaks: 'makes nothing private for anybody',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const isWanted = /"visibility": ?"private"/.test(await request.clone().text());
        return isWanted && request.method === 'POST' ? refuse(400) : fetch(request);
      }),
  },
  'law.public-is-for-the-sandbox-too': {
    breaks: 'lets a sandbox change no visibility at all',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const body = recordOf(parseJson(await request.clone().text()));
        const isChange = ['PUT', 'PATCH'].includes(request.method) && body.visibility === 'public';
        return isChange && (await isSandbox(request, fetch)) ? refuse(400) : fetch(request);
      }),
  },
  'law.color-has-digits': {
    breaks: 'takes "#" and any six letters for a color',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const { url, method, headers } = request;
        const body = (await request.text()).replace('#zzzzzz', '#abcdef');
        return fetch(new Request(url, { method, headers, body }));
      }),
  },
  'law.theme-is-of-its-agent': {
    breaks: 'shows the theme that was set last where none was set',
    wrap: (target) => {
      const sets = target.contract.filter(({ id }) => id === 'setAgentTheme');
      let last: Response | undefined;
      return after(async (response, request) => {
        if (!response.ok) return response;
        if (isFor(sets, request)) last = response.clone();
        const isUnset = isBound(target, request) && (await response.clone().text()).trim() === 'null';
        return isUnset ? (last?.clone() ?? response) : response;
      });
    },
  },
  'law.unset-theme-is-null': {
    breaks: 'has no theme where none was set',
    wrap: (target) =>
      after(async (response, request) =>
        response.ok && isBound(target, request) && (await response.clone().text()).trim() === 'null'
          ? refuse(404)
          : response,
      ),
  },
};

function asPage(response: Response): Response {
  return withHeaders(response, { 'content-type': 'text/html' });
}

function isBound({ bound }: Target, request: Request): boolean {
  const { pathname } = new URL(request.url);
  const workers = bound.filter(({ api }) => api === 'workers');
  const path = pathname.replace(/^\/agents/, '');
  return (
    isFor(bound, request) ||
    (path !== pathname && isFor(workers, new Request(new URL(path, request.url), { method: request.method })))
  );
}

function withToken(request: Request, token: string): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

function afterRefusal(method: string, beginning: string, change: () => Response): Mutant['wrap'] {
  return ({ fetch }: Original): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const isMeant = request.method === method && new URL(request.url).pathname.startsWith(beginning);
      const isRefused = [403, 404].includes(response.status);
      return isMeant && isRefused ? change() : response;
    };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
