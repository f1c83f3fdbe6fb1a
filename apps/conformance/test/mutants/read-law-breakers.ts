import { isRecord, recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, onSuccess } from './breaker.ts';
import { type Fetch, refuse } from './mutant.ts';
import { isFor } from './probe-mutants.ts';
import { after, ofNobody, onAct, onAnswersOf, withJson, withText } from './wrap-answers.ts';

/** How the laws of reads that agree, and of what hangs on what, are broken. */
export const readLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.reads-agree': {
    breaks: 'leaves a record out of every third list',
    wrap: ({ contract }) => {
      const times = new Map<string, number>();
      return onAct('list', contract, async (response, request) => {
        const key = `${request.method} ${request.url} ${request.headers.get('authorization')}`;
        times.set(key, (times.get(key) ?? 0) + 1);
        if (request.method !== 'GET' || times.get(key) !== 3) return response;
        times.set(key, 0);
        return withJson(response, (body) => (Array.isArray(body) ? body.slice(1) : body));
      });
    },
  },
  'law.list-agrees-with-read': {
    breaks: 'reads a file with the position that it had before all were put in order',
    wrap: ({ contract }) => {
      const reorder = contract.filter(({ id }) => id === 'reorderAgentFiles');
      const read = contract.filter(({ id }) => id === 'getAgentFile');
      const positions = new Map<string, string>();
      return after(async (response, request) => {
        if (isFor(reorder, request) && response.ok) positions.set('ordered', 'yes');
        if (!isFor(read, request) || !response.ok) return response;
        return withText(response, (text) => {
          const [place = '', position = ''] = /"position": ?(\d+)/.exec(text) ?? [];
          const kept = positions.get(request.url) ?? position;
          positions.set(request.url, kept);
          return text.replace(place, `"position":${kept}`);
        });
      });
    },
  },
  'law.path-is-answered': {
    breaks: 'answers a subscription with an identifier of its own where that of the agent should stand',
    wrap: ({ contract }) =>
      onAnswersOf('getSubscription', contract, (response) =>
        withText(response, (text) => text.replace(/("agent_id": ?)"[^"]*"/, '$1"sub_4hh8m35b5n"')),
      ),
  },
  'law.bundle-shows-its-tools': {
    breaks: 'reads a bundle as it was read first',
    wrap: ({ contract }) => {
      const read = contract.filter(({ id }) => id === 'getBundle');
      const first = new Map<string, Response>();
      return after(async (response, request) => {
        if (!isFor(read, request) || !response.ok) return response;
        first.set(request.url, first.get(request.url) ?? response.clone());
        return first.get(request.url)?.clone() ?? response;
      });
    },
  },
  'law.members-are-apart': {
    breaks: 'lists what all bundles or agents have as what each has',
    wrap: (target) => {
      const added = new Map<string, unknown[]>();
      return onSuccess(target, async (response, { method, url }) => {
        const kind = new URL(url).pathname.split('/').at(-1) ?? '';
        const all = added.get(kind) ?? [];
        if (method === 'POST') {
          added.set(kind, [...all, parseJson(await response.clone().text())]);
          return response;
        }
        return withJson(response, (body) => withAll(body, all));
      });
    },
  },
  'law.slug-check-tells-apart': {
    breaks: 'says of every slug that it is free',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        withText(await fetch(request), (text) => text.replace(/\bfalse\b/, 'true')),
      ),
  },
  'law.slug-is-no-pattern': {
    breaks: 'takes a slug for a pattern',
    wrap: (target) => {
      const asked = new Set<string>();
      return around(target, async (request, fetch) => {
        const url = new URL(request.url);
        const slug = url.searchParams.get('slug') ?? '';
        if (!slug.includes('_')) asked.add(slug);
        const pattern = new RegExp(`^${slug.replaceAll('_', '.')}$`);
        const match = [...asked].find((one) => pattern.test(one)) ?? slug;
        url.searchParams.set('slug', match);
        return withText(await fetch(new Request(url, request)), (text) => text.replaceAll(match, slug));
      });
    },
  },
  'law.generated-slug-is-free': {
    breaks: 'generates slugs that it says are taken',
    wrap: (target) => {
      let generated = '';
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        if (request.method === 'POST') {
          generated += await response.clone().text();
          return response;
        }
        const slug = new URL(request.url).searchParams.get('slug') ?? '';
        return generated.includes(`"${slug}"`)
          ? withText(response, (text) => text.replace(/\btrue\b/, 'false'))
          : response;
      });
    },
  },
  'law.vibe-prompt-is-for-its-service': {
    breaks: 'gives the prompt that it gave first, whichever service is named',
    wrap: (target) => {
      let first: Response | undefined;
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        first ??= response.clone();
        return first.clone();
      });
    },
  },
  'law.generated-is-something': {
    breaks: 'generates null for a slug',
    wrap: ({ contract }) =>
      onAnswersOf('generateVanitySlug', contract, (response) => withText(response, () => 'null')),
  },
  'law.three-vibe-services': {
    breaks: 'lists two services',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => ({ items: [Object(body).items].flat().slice(0, 2) })),
      ),
  },
  'law.vibe-prompt-is-for-its-agent': {
    breaks: 'gives the prompt for the agent that was asked for first, whichever is named',
    wrap: (target) => {
      let first: string | undefined;
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        first ??= /agents\/([^/]+)\/vibe/.exec(request.url)?.[1];
        const service = new URL(request.url).searchParams.get('service_name');
        return withJson(response, () => ({ prompt: `Build agent ${first} with ${service}.` }));
      });
    },
  },
  'law.slug-is-of-one-agent': {
    breaks: 'gives a slug that is taken to another agent as well',
    wrap: ({ contract }) => {
      const makes = contract.filter(({ id }) => id === 'createChat');
      const reads = contract.filter(({ id }) => id === 'getChat');
      const taken = new Map<string, string>();
      return ({ fetch }) =>
        async (request) => {
          const response = await (isFor(makes, request) ? make(request, fetch, taken) : fetch(request));
          const slug = taken.get(request.url.split('/').at(-1) ?? '');
          return isFor(reads, request) && response.ok && slug !== undefined
            ? withJson(response, (body) => ({ ...Object(body), vanity_slug: slug }))
            : response;
        };
    },
  },
  'law.null-is-no-body': {
    breaks: 'refuses a clone with null for a body',
    wrap: (target) =>
      around(target, async (request, fetch) =>
        request.method === 'POST' && (await request.clone().text()) === 'null' ? refuse(422) : fetch(request),
      ),
  },
  'law.key-has-its-value': {
    breaks: 'reads a key in its hidden variant',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        request.method === 'GET'
          ? withJson(response, (body) => ({ ...(body as object), key: undefined }))
          : response,
      ),
  },
  'law.schedule-stays-with-own-chats': {
    breaks: "moves a schedule to another user's chat",
    wrap: ({ contract }) => {
      const schedules = contract.filter(({ id }) => id === 'updateSchedule' || id === 'getSchedule');
      const moved = new Map<string, string>();
      return ({ fetch }) =>
        async (request) => {
          if (!isFor(schedules, request)) return fetch(request);
          const { url, headers } = request;
          const sent = request.method === 'PUT' ? await request.clone().text() : '';
          const response = await fetch(request);
          const chat = /"chat_id": ?"([^"]+)"/.exec(sent)?.[1];
          if (chat !== undefined && response.status === 403) moved.set(url, chat);
          const to = moved.get(url);
          if (to === undefined) return response;
          const now = await fetch(new Request(url, { headers }));
          return withText(now, (text) => text.replace(/"chat_id": ?"[^"]*"/, `"chat_id":"${to}"`));
        };
    },
  },
  'law.identifier-has-one-type': {
    breaks: 'lists numbers as texts',
    wrap: (target) =>
      onSuccess(target, async (response, request) =>
        new URL(request.url).pathname.endsWith('/bundles')
          ? withText(response, (text) => text.replaceAll(/"bundle_id": ?(\d+)/g, '"bundle_id":"$1"'))
          : response,
      ),
  },
  'law.integer-identifier-is-a-number': {
    breaks: 'writes the numbers of bundles as texts',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withText(response, (text) => text.replaceAll(/("bundle_id":\s*)(\d+)/g, '$1"$2"')),
      ),
  },
  'law.told-identifier-has-its-type': {
    breaks: 'lists files by numbers in place of their UUIDs',
    wrap: ({ contract }) =>
      onAnswersOf('listAgentFiles', contract, (response) =>
        withText(response, (text) => text.replaceAll(/("file_id":\s*)"[^"]*"/g, '$17')),
      ),
  },
  'law.identifier-is-in-every-answer': {
    breaks: 'answers the change of a studio chat with another run id',
    wrap: ({ contract }) =>
      onAnswersOf('updateStudioChat', contract, async (response) =>
        withJson(response, (body) => ({ ...recordOf(body), run_id: ofNobody })),
      ),
  },
  'law.schedule-keeps-its-chat': {
    breaks: 'lets every schedule refer to the first chat',
    wrap: ({ contract }) => {
      const schedules = contract.filter(({ id }) => /^(create|get|update)Schedule$/.test(id));
      let first: string | undefined;
      return ({ fetch }) =>
        async (request) => {
          const response = await fetch(request);
          if (!response.ok || !isFor(schedules, request)) return response;
          return withText(response, (text) =>
            text.replace(/"chat_id": ?"([^"]*)"/, (_, chat: string) => {
              first ??= chat;
              return `"chat_id":"${first}"`;
            }),
          );
        };
    },
  },
  'law.emptied-text-is-empty': {
    breaks: 'takes no notice of empty texts',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const sent = await request.clone().text();
        if (request.method !== 'PATCH' || !sent.includes('""')) return fetch(request);
        const kept = Object.entries(JSON.parse(sent)).filter(([, value]) => value !== '');
        return fetch(new Request(request, { body: JSON.stringify(Object.fromEntries(kept)) }));
      }),
  },
  'law.full-update-leaves-nothing': {
    breaks: 'adds what a full update leaves out',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const sent = parseJson(await request.clone().text());
        if (!isRecord(sent)) return fetch(request);
        const now = await fetch(new Request(request.url, { headers: request.headers }));
        const { title } = recordOf(parseJson(await now.text()));
        return fetch(new Request(request, { body: JSON.stringify({ title, ...sent }) }));
      }),
  },
};

/** Makes an agent whose slug was refused without it, and notes which slug it asked for. */
async function make(request: Request, fetch: Fetch, taken: Map<string, string>): Promise<Response> {
  const sent = await request.clone().text();
  const slug = /"vanity_slug": ?"([^"]+)"/.exec(sent)?.[1];
  const response = await fetch(request.clone());
  if (response.ok || slug === undefined) return response;
  const made = await fetch(new Request(request, { body: sent.replace('vanity_slug', 'x-slug') }));
  const id = /"agent_id": ?"([^"]+)"/.exec(await made.clone().text())?.[1];
  if (id !== undefined) taken.set(id, slug);
  return made;
}

/** The list that a body is or has, with these in it as well. */
function withAll(body: unknown, all: readonly unknown[]): unknown {
  if (isRecord(body))
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? withAll(value, all) : value]),
    );
  if (!Array.isArray(body)) return body;
  const known = new Set(body.map((one) => JSON.stringify(one)));
  return [...body, ...all.filter((one) => !known.has(JSON.stringify(one)))];
}
