import { thirdVisibility } from '../../src/deployment/field-mapping/translate.ts';
import { isRecord, recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { refuse } from './mutant.ts';
import { isSandbox, withItems, withJson, withText } from './wrap-answers.ts';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const documented = /description|balance|tier|count|^key$/i;

/** How the laws of what is there, and of what it has, are broken. */
export const presenceLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.changed-is-there': {
    breaks: 'takes a change of a bundle that is not there',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const body = request.method === 'PUT' ? await request.clone().text() : '';
        const response = await fetch(request);
        return request.method === 'PUT' && response.status === 409
          ? new Response(body, { headers: { 'content-type': 'application/json' } })
          : response;
      }),
  },
  'law.plus-is-a-space': {
    breaks: 'reads no space where a query has a plus',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        new URL(request.url).search.includes('+') ? refuse(400) : fetch(request),
      ),
  },
  'law.uninstalled-can-be-installed': {
    breaks: 'remembers a tool that was uninstalled as one that is there',
    wrap: (target) => {
      const removed: { readonly user: string | null; readonly tool: string }[] = [];
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const body = await request.clone().text();
        if (removed.some((one) => one.user === user && body.includes(one.tool))) return refuse(409);
        const response = await fetch(request);
        const tool = decodeURIComponent(request.url.split('/').at(-1) ?? '');
        if (request.method === 'DELETE' && response.ok) removed.push({ user, tool });
        return response;
      });
    },
  },
  'law.pages-show-the-list-alone': {
    breaks: 'has on later pages what other users have',
    wrap: (target) => {
      const first = new Map<string | null, unknown>();
      return onSuccess(target, async (response, request) =>
        withJson(response, (body) =>
          withItems(body, (items) => {
            const user = request.headers.get('authorization');
            if (items.length > 0 && !first.has(user)) first.set(user, items[0]);
            const [other] = [...first].flatMap(([one, item]) => (one === user ? [] : [item]));
            const isLater = request.url.includes('next_cursor=') && other !== undefined;
            return isLater ? [...items, other] : items;
          }),
        ),
      );
    },
  },
  'law.toolset-counts-its-tools': {
    breaks: 'lists every toolset with a number of tools that it does not have',
    wrap: (target) =>
      onSuccess(target, async (response, { url }) =>
        url.endsWith('/me/toolsets/list')
          ? withJson(response, (body) =>
              withItems(body, (sets) => sets.map((one) => ({ ...Object(one), tool_count: 99 }))),
            )
          : response,
      ),
  },
  'law.available-slug-can-be-used': {
    breaks: 'says of the slugs of private agents that they are free',
    wrap: (target) => {
      const hidden = new Set<string>();
      return around(target, async (request, fetch) => {
        const { visibility, vanity_slug: slug } = recordOf(parseJson(await request.clone().text()));
        if (visibility === 'private' && typeof slug === 'string') hidden.add(slug);
        const response = await fetch(request);
        return hidden.has(new URL(request.url).searchParams.get('slug') ?? '')
          ? withText(response, (text) => text.replace(/\bfalse\b/, 'true'))
          : response;
      });
    },
  },
  'law.clone-has-all-files': {
    breaks: 'lists for a clone all files of its source but the last',
    wrap: (target) => {
      const sources = new Map<string, string>();
      return around(target, async (request, fetch) => {
        const [, id = '', part] = /\/me\/(?:chats|agents)\/([^/]+)\/(clone|files)$/.exec(request.url) ?? [];
        const source = part === 'files' && request.method === 'GET' ? sources.get(id) : undefined;
        if (source !== undefined) {
          const { headers } = request;
          const listed = await fetch(new Request(request.url.replace(id, source), { headers }));
          return withJson(listed, (body) => withItems(body, (files) => files.slice(0, -1)));
        }
        const response = await fetch(request);
        if (part === 'clone' && response.ok)
          for (const [clone] of (await response.clone().text()).matchAll(uuid)) sources.set(clone, id);
        return response;
      });
    },
  },
  'law.name-finds-its-tool': {
    breaks: 'finds nothing for words with capitals',
    wrap: (target) =>
      onSuccess(target, async (response, { url }) =>
        /\p{Lu}/u.test(new URL(url).searchParams.get('q') ?? '') ? Response.json([]) : response,
      ),
  },
  'law.has-what-is-documented': {
    breaks: 'answers null for what each record has',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) => (isRecord(body) ? withoutValues(body) : body)),
      ),
  },
  'law.what-is-there-is-found': {
    breaks: 'finds no record that is to be changed in part',
    wrap: (target) =>
      onSuccess(target, async (response, { method }) => (method === 'PATCH' ? refuse(404) : response)),
  },
  'law.every-tier-reads-its-own': {
    breaks: 'reads nothing of a user in the sandbox tier',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        request.method === 'GET' && (await isSandbox(request, fetch)) ? refuse(500) : fetch(request),
      ),
  },
  'law.operation-works-at-all': {
    breaks: 'fails at each reading of a list of bundles',
    wrap: (target) =>
      onSuccess(target, async (response, { method, url }) =>
        method === 'GET' && url.endsWith('/me/bundles') ? refuse(500) : response,
      ),
  },
  'law.visibility-is-one-of-two': {
    breaks: 'keeps any text for the visibility',
    wrap: (target) => {
      const kept = new Set<string>();
      return around(target, async (request, fetch) => {
        const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
        const isThird = (await request.clone().text()).includes(thirdVisibility);
        if (isThird) kept.add(id);
        const response = await fetch(
          isThird ? new Request(request.url, { headers: request.headers }) : request,
        );
        return response.ok && kept.has(id)
          ? withText(response, (text) => text.replaceAll(/"(private|public)"/g, `"${thirdVisibility}"`))
          : response;
      });
    },
  },
  'law.both-paths-agree': {
    breaks: 'shows a removed agent as it was read before',
    wrap: (target) => {
      const read = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        const isKept = request.method === 'GET' && request.url.includes('/me/agents/');
        if (isKept && response.ok) read.set(request.url, response.clone());
        return isKept && response.status === 404 ? (read.get(request.url)?.clone() ?? response) : response;
      });
    },
  },
  'probe.optional-body-may-be-left-out': {
    breaks: 'demands a body that is optional',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        (await request.clone().text()) === '' ? refuse(422) : fetch(request),
      ),
  },
  'resource.toolset-has-tools': {
    breaks: 'shows every toolset without its tools',
    wrap: (target) =>
      onSuccess(target, (response) =>
        withJson(response, (body) =>
          isRecord(body)
            ? Object.fromEntries(
                Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
              )
            : body,
        ),
      ),
  },
};

function withoutValues(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, documented.test(name) ? null : value]),
  );
}
