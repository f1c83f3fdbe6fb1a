import { isRecord, recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { refuse } from './mutant.ts';
import { withJson, withText } from './wrap-answers.ts';

const clonePath = /\/me\/(?:chats|agent-studio-chats)\/([^/]+)\/clone$/;

/** How the laws of what is saved, cloned, put in order and paid for are broken. */
export const savingLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.asking-takes-no-slug': {
    breaks: 'takes a slug for whoever asks for it',
    wrap: (target) => {
      const asked = new Set<string>();
      return around(target, async (request, fetch) => {
        const slug = new URL(request.url).searchParams.get('slug') ?? '';
        const isTaken = asked.has(slug);
        asked.add(slug);
        const response = await fetch(request);
        return isTaken ? withText(response, (text) => text.replace(/\btrue\b/, 'false')) : response;
      });
    },
  },
  'law.checkouts-are-apart': {
    breaks: 'gives all users one checkout session',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => ({ ...recordOf(body), checkout_session_id: 'session_of_everybody' })),
      ),
  },
  'law.removed-bundle-has-no-tools': {
    breaks: 'lists the tools of a bundle that was removed',
    wrap: (target) => {
      const listed = new Map<string, Response>();
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        const isFilled = response.ok && (await response.clone().text()) !== '[]';
        if (isFilled) listed.set(request.url, response.clone());
        return listed.get(request.url)?.clone() ?? response;
      });
    },
  },
  'law.own-slug-is-no-obstacle': {
    breaks: 'refuses to save an agent under the slug that it has',
    wrap: (target) => {
      const slugs = new Map<string, unknown>();
      return around(target, async (request, fetch) => {
        const { vanity_slug: slug } = recordOf(parseJson(await request.clone().text()));
        if (slug === undefined) return fetch(request);
        if (slugs.get(request.url) === slug) return refuse(400);
        const response = await fetch(request);
        if (response.ok) slugs.set(request.url, slug);
        return response;
      });
    },
  },
  'law.clone-keeps-the-rest': {
    breaks: 'empties what the body of a clone leaves out',
    wrap:
      () =>
      ({ fetch }) => {
        const bare = new Set<string>();
        return async (request) => {
          const body = request.method === 'POST' ? await request.clone().text() : '';
          const response = await fetch(request);
          if (!response.ok) return response;
          if (clonePath.test(request.url) && body !== '')
            bare.add(String(recordOf(parseJson(await response.clone().text())).agent_id));
          const isBare = [...bare].some((id) => request.url.endsWith(`/${id}`));
          return isBare
            ? withText(response, (text) => text.replaceAll(/"conformance (?!prompt|cloned)[^"]*"/g, '""'))
            : response;
        };
      },
  },
  'law.clone-keeps-the-order': {
    breaks: 'lists the files of a clone the other way round',
    wrap:
      () =>
      ({ fetch }) => {
        const sources = new Map<string, string>();
        return async (request) => {
          const [, id = ''] = /\/me\/agents\/([^/]+)\/files$/.exec(request.url) ?? [];
          const source = request.method === 'GET' ? sources.get(id) : undefined;
          if (source !== undefined) {
            const { headers } = request;
            const listed = await fetch(new Request(request.url.replace(id, source), { headers }));
            return withJson(listed, reversedItems);
          }
          const response = await fetch(request);
          const [, cloned] = clonePath.exec(request.url) ?? [];
          if (cloned !== undefined && response.ok)
            sources.set(String(recordOf(parseJson(await response.clone().text())).agent_id), cloned);
          return response;
        };
      },
  },
  'law.removed-is-not-cloned': {
    breaks: 'clones a chat that was removed',
    wrap:
      () =>
      ({ fetch }) => {
        const removed = new Map<string, unknown>();
        return async (request) => {
          const response = await fetch(request);
          const [, id = ''] = /\/me\/agent-studio-chats\/([^/]+)$/.exec(request.url) ?? [];
          if (request.method === 'DELETE' && response.ok && id !== '')
            removed.set(id, parseJson(await response.clone().text()));
          const [, cloned = ''] = clonePath.exec(request.url) ?? [];
          return removed.has(cloned) ? Response.json(removed.get(cloned), { status: 201 }) : response;
        };
      },
  },
  'law.order-is-of-own-files': {
    breaks: 'moves whichever files an order names',
    wrap:
      () =>
      ({ fetch }) => {
        const moved = new Map<string, string | null>();
        return async (request) => {
          const who = request.headers.get('authorization');
          if (request.url.endsWith('/files/positions')) {
            for (const [id] of (await request.clone().text()).matchAll(/[0-9a-f-]{36}/g)) moved.set(id, who);
            return fetch(request);
          }
          const response = await fetch(request);
          if (request.method !== 'GET' || !response.ok || !request.url.endsWith('/files')) return response;
          const text = await response.clone().text();
          const isMoved = [...moved].some(([id, by]) => by !== who && text.includes(id));
          return isMoved ? withJson(response, reversedItems) : response;
        };
      },
  },
};

function reversedItems(body: unknown): unknown {
  const items = isRecord(body) ? body.items : undefined;
  return Array.isArray(items) ? { ...recordOf(body), items: items.toReversed() } : body;
}
