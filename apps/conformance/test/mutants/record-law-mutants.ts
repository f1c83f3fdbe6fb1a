import { recordOf } from '../../src/json/json-record.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { givingTagsOfTheLast } from './further-other-ways.ts';
import { refuse } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { withStaleChanges } from './stale-changes.ts';
import { withOwners } from './with-owners.ts';
import { after, onAct, onAnswersOf, withJson, withText } from './wrap-answers.ts';

/** How the laws over whole records are broken. */
export const recordLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.a-record-is-an-object': {
    breaks: 'answers null for a record',
    wrap: ({ contract }) => onAct('read', contract, async () => Response.json(null)),
  },
  'law.no-lone-value': {
    breaks: 'answers with a number alone',
    wrap: (target) => onSuccess(target, async (_response) => Response.json(7)),
  },
  'law.values-are-written-out': {
    breaks: 'writes texts that it keeps as objects without turning them into text',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replace(/"conformance [^"\\]*"/, '"[object Object]"')),
      ),
  },
  'law.charset-may-be-named': {
    breaks: 'takes JSON only where no charset is named',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        request.headers.get('content-type')?.includes('charset') ? refuse(415) : fetch(request),
      ),
  },
  'law.owner-is-not-assigned': {
    breaks: 'shows whose a record is, and takes another owner from a body',
    wrap: () => withOwners({ mayBeGiven: true }),
  },
  'law.request-is-an-object': {
    breaks: 'takes a body that is no object as if it were the last good one',
    wrap: (target) => {
      const good = new Map<string, string>();
      return around(target, async (request, fetch) => {
        const body = await request.clone().text();
        const response = await fetch(request.clone());
        if (response.ok) good.set(request.url, body);
        const last = good.get(request.url);
        const isObject = body.startsWith('{') && body.endsWith('}');
        return isObject || last === undefined ? response : fetch(new Request(request, { body: last }));
      });
    },
  },
  'law.asked-is-answered': {
    breaks: 'gives the record that it gave at first, whichever is asked for',
    wrap: ({ contract }) => {
      const first = new Map<string, Response>();
      return onAct('read', contract, async (response, request) => {
        const operation = contract.find((one) => isFor([one], request))?.id ?? '';
        first.set(operation, first.get(operation) ?? response.clone());
        return first.get(operation)?.clone() ?? response;
      });
    },
  },
  'law.kept': {
    breaks: 'cuts texts at the first letter that it does not know',
    wrap: () => after(async (response) => (response.ok ? withText(response, cut) : response)),
  },
  'law.echo': {
    breaks: 'answers a change and reads as before',
    wrap: ({ contract }) => {
      const first = new Map<string, Response>();
      return onAct('read', contract, async (response, { url }) => {
        first.set(url, first.get(url) ?? response.clone());
        return first.get(url)?.clone() ?? response;
      });
    },
  },
  'law.answer-agrees-with-reads': {
    breaks: 'answers the replacement of a studio chat without its title',
    wrap: ({ contract }) =>
      onAnswersOf('replaceStudioChat', contract, async (response) =>
        withJson(response, (body) => ({ ...recordOf(body), title: null })),
      ),
  },
  'law.text-is-of-its-record': givingTagsOfTheLast,
  'law.frame': {
    breaks: 'publishes what is changed in part',
    wrap: () => {
      const changed = new Set<string>();
      return after(async (response, { method, url }) => {
        if (method === 'PATCH' && response.ok) changed.add(url);
        return method === 'GET' && changed.has(url)
          ? withText(response, (text) => text.replaceAll('"private"', '"public"'))
          : response;
      });
    },
  },
  'law.counters-move': {
    breaks: 'shows the numbers that it showed at first',
    wrap: ({ contract }) => {
      const first = new Map<string, Response>();
      const counters = contract.filter(({ id }) => id === 'getCredits' || id === 'getVipRedemptionCount');
      return after(async (response, request) => {
        if (!response.ok || !isFor(counters, request)) return response;
        const key = `${request.url} ${request.headers.get('authorization')}`;
        first.set(key, first.get(key) ?? response.clone());
        return first.get(key)?.clone() ?? response;
      });
    },
  },
  'law.removed-key-is-refused': {
    breaks: 'takes keys that were deleted',
    wrap: () => (original) => async (request) => {
      const again = request.clone();
      const response = await original.fetch(request);
      const isWorkers = new URL(request.url).pathname.startsWith('/agents/');
      if (!isWorkers || response.status !== 401) return response;
      const headers = new Headers(again.headers);
      headers.set('authorization', `Bearer ${original.apiKey}`);
      return original.fetch(new Request(again, { headers }));
    },
  },
  'law.once': {
    breaks: 'makes everything twice',
    wrap:
      ({ contract }) =>
      ({ fetch }) => {
        const creates = contract.filter(({ id }) => id === 'createChat');
        return async (request) => {
          if (isFor(creates, request)) await (await fetch(request.clone())).text();
          return fetch(request);
        };
      },
  },
  'law.refused-is-nothing': {
    breaks: 'keeps what it refuses',
    wrap:
      ({ contract }) =>
      ({ fetch }) => {
        const creates = contract.filter(({ id }) => id === 'createChat');
        return async (request) => {
          const body = isFor(creates, request) ? await request.clone().text() : '';
          if (!body.includes('refused by')) return fetch(request);
          await (
            await fetch(
              new Request(request, { body: body.replace(/"visibility":7/, '"visibility":"private"') }),
            )
          ).text();
          return Response.json({ detail: 'no' }, { status: 422 });
        };
      },
  },
  'law.upsert-adds-none': {
    breaks: 'makes another agent where one is to be changed',
    wrap:
      ({ contract }) =>
      ({ fetch }) => {
        const upserts = contract.filter(({ id }) => id === 'upsertAgent');
        return async (request) => {
          if (!isFor(upserts, request)) return fetch(request);
          const body = await request.clone().text();
          return fetch(new Request(request, { body: body.replace(/"agent_id":"[^"]+",?/, '') }));
        };
      },
  },
  'law.partial-changes-add-up': {
    breaks: 'writes back what it read before the other change',
    wrap: withStaleChanges,
  },
  'law.clone-heeds-its-body': {
    breaks: 'takes a body for a clone, and does nothing with it',
    wrap:
      ({ contract }) =>
      ({ fetch }) => {
        const clones = contract.filter(({ id }) => id === 'cloneChat');
        return (request) =>
          fetch(
            isFor(clones, request)
              ? new Request(request.url, { method: 'POST', headers: request.headers })
              : request,
          );
      },
  },
  'law.clone': {
    breaks: 'shortens the prompt of a clone',
    wrap: () =>
      after(async (response, { url }) =>
        response.ok && url.endsWith('/clone')
          ? withText(response, (text) => text.replaceAll(/(conformance prompt )[^"]*"/g, '$1"'))
          : response,
      ),
  },
};

function cut(text: string): string {
  return text.replaceAll(/(conformance [^"]*?) (?:– Grüße|two {2}spaces)[^"]*"/g, '$1"');
}
