import { recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { refuse } from './mutant.ts';
import { isSandbox, withJson, withText } from './wrap-answers.ts';

/** How the laws of acts, keys, tiers, sessions and installed tools are broken. */
export const accountLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.act-answers-its-agent': {
    breaks: 'writes in the answers to acts in capitals who may see an agent',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/(private|public)/g, (word) => word.toUpperCase())),
      ),
  },
  'law.act-is-shown': {
    breaks: 'answers what was done to an agent or a subscription, and reads it once more as it was',
    wrap: (target) => {
      const shown = new Map<string, Response>();
      const stale = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        if (request.method !== 'GET') {
          const id = request.url.split('/').at(-2) ?? '';
          for (const [url, before] of shown) if (url.endsWith(id)) stale.set(url, before);
          return response;
        }
        const before = stale.get(request.url);
        stale.delete(request.url);
        shown.set(request.url, response.clone());
        return before?.clone() ?? response;
      });
    },
  },
  'law.new-key-is-its-creators': {
    breaks: 'shows no run that a new key began',
    wrap: () => {
      const [keys, runs] = [new Set<string>(), new Set<string>()];
      return ({ fetch }) =>
        async (request) => {
          const [, key = ''] = (request.headers.get('authorization') ?? '').split(' ');
          if (request.method === 'GET' && runs.has(request.url.split('/').at(-1) ?? '')) return refuse(404);
          const response = await fetch(request);
          const run = response.headers.get('x-service-run-id');
          if (request.url.endsWith('/me/api-keys') && request.method === 'POST')
            keys.add(`${recordOf(await response.clone().json()).key}`);
          if (run !== null && keys.has(key)) runs.add(run);
          return response;
        };
    },
  },
  'law.sandbox-makes-nothing-private': {
    breaks: 'shows all that a sandbox makes as private, clones that should be refused as well',
    wrap: (target) => {
      return around(target, async (request, fetch) => {
        const { url, method, headers } = request;
        const isClone = url.endsWith('/clone') && (await isSandbox(request, fetch));
        const response = await fetch(isClone ? new Request(url, { method, headers }) : request);
        const body = recordOf(parseJson(await response.clone().text()));
        return response.ok && body.visibility === 'public' && (await isSandbox(request, fetch))
          ? withJson(response, () => ({ ...body, visibility: 'private' }))
          : response;
      });
    },
  },
  'law.left-out-visibility-is-no-third': {
    breaks: 'turns the visibility over wherever a change leaves it out',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const { pathname, origin } = new URL(request.url);
        const body = recordOf(parseJson(await request.clone().text()));
        const id = request.method === 'POST' ? body.agent_id : pathname.split('/').at(-1);
        if (body.visibility !== undefined || id === undefined) return fetch(request);
        const headers = request.headers;
        const shown = await fetch(new Request(`${origin}/me/agents/${id}`, { headers }));
        const { visibility } = recordOf(await shown.json());
        const turned = visibility === 'private' ? 'public' : 'private';
        return fetch(new Request(request, { body: JSON.stringify({ ...body, visibility: turned }) }));
      }),
  },
  'law.bundle-counts-its-tools': {
    breaks: 'lists every bundle with a number of tools that it does not have',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (request.method !== 'GET' || !request.url.endsWith('/me/bundles') || !response.ok) return response;
        return withJson(response, (body) =>
          [body].flat().map((bundle) => ({ ...Object(bundle), tool_count: 99 })),
        );
      }),
  },
  'law.part-of-a-name-is-no-name': {
    breaks: 'finds a tool by the beginning of its identifier',
    wrap: (target) => {
      const found = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (request.method !== 'GET' || !/\/me\/tools\/[^/?]+$/.test(request.url)) return response;
        if (response.ok) found.set(request.url, response.clone());
        const longer = [...found.keys()].find((url) => url.startsWith(request.url));
        return response.status === 404 && longer ? (found.get(longer)?.clone() ?? response) : response;
      });
    },
  },
  'resource.belongs-to-its-parent': {
    breaks: 'finds a file under any agent',
    wrap: (target) => {
      const shown = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        const file = /\/files\/([0-9a-f-]{36})$/.exec(request.url)?.[1];
        if (request.method !== 'GET' || file === undefined) return response;
        const key = `${request.headers.get('authorization')} ${file}`;
        if (response.ok) shown.set(key, response.clone());
        return response.status === 404 ? (shown.get(key)?.clone() ?? response) : response;
      });
    },
  },
  'law.run-is-of-its-worker': {
    breaks: 'finds a run under any worker',
    wrap: () => (original) => {
      const shown = new Map<string, Response>();
      return async (request) => {
        const response = await original.fetch(request);
        if (request.method !== 'GET' || request.url.includes('/me/')) return response;
        const run = `${request.headers.get('authorization')} ${request.url.split('/').at(-1)}`;
        if (response.ok) shown.set(run, response.clone());
        return response.status === 404 ? (shown.get(run)?.clone() ?? response) : response;
      };
    },
  },
  'law.everybody-has-a-tier': {
    breaks: 'shows the tier of the user who asks first, and of no other',
    wrap: (target) => {
      let first: string | null | undefined;
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const response = await fetch(request);
        if (!response.ok) return response;
        first ??= user;
        return user === first
          ? response
          : withJson(response, (body) => ({ ...Object(body), tier: undefined }));
      });
    },
  },
  'law.session-stays-with-its-user': {
    breaks: 'attaches the JWT of the next caller',
    wrap: (target) => {
      const taken = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (response.ok) taken.set(request.url, response.clone());
        return response.status === 403 ? (taken.get(request.url)?.clone() ?? response) : response;
      });
    },
  },
  'law.installation-is-ones-own': {
    breaks: 'lists the tools of the user who installed one last as those of everybody',
    wrap: (target) => {
      let last: string | undefined;
      return around(target, async (request, fetch) => {
        const response = await fetch(request.clone());
        if (request.method === 'POST' && response.ok) last = request.headers.get('authorization') ?? last;
        if (request.method !== 'GET' || !response.ok || last === undefined) return response;
        return fetch(new Request(request.url, { headers: { authorization: last } }));
      });
    },
  },
  'law.log-is-of-its-run': {
    breaks: 'logs with each run what was logged with those before',
    wrap: (target) => {
      const logged = new Map<string | null, Map<string, unknown>>();
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const own = logged.get(user) ?? new Map<string, unknown>();
        logged.set(user, own);
        const response = await fetch(request);
        if (!response.ok) return response;
        return withJson(response, (body) => {
          for (const entry of Array.isArray(body) ? body : []) own.set(JSON.stringify(entry), entry);
          return Array.isArray(body) ? [...own.values()] : body;
        });
      });
    },
  },
};
