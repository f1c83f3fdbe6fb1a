import { around, type Breaker, onSuccess } from './breaker.ts';
import { createMeeting } from './meet.ts';
import { refuse } from './mutant.ts';
import { withJson } from './wrap-answers.ts';

/** How the laws of calls at once, and of answers that must agree, are broken. */
export const togetherLawBreakers: Readonly<Record<string, Breaker>> = {
  'law.installation-is-in-nobodys-way': {
    breaks: 'lets one user at a time have a tool',
    wrap: (target) => {
      let owner: string | null | undefined;
      return around(target, async (request, fetch) => {
        const user = request.headers.get('authorization');
        const isInstallation = request.method === 'POST';
        if (isInstallation && owner !== undefined && owner !== user)
          return new Response('{}', { status: 409 });
        const response = await fetch(request);
        if (response.ok) owner = isInstallation ? user : undefined;
        return response;
      });
    },
  },
  'law.once-is-once-at-once': {
    breaks: 'lets all of several calls at once win',
    wrap: (target) => {
      const redeems = atOnce((answers) => answers.find(({ ok }) => ok))(target);
      return (original) => {
        const redeem = redeems(original);
        const subscribe = subscribesAll();
        return async (request) => subscribe(request) ?? redeem(request);
      };
    },
  },
  'law.credits-are-used-one-by-one': {
    breaks: 'forgets all but one of the uses at the same time',
    wrap: atOnce((texts) => texts.find(({ ok }) => ok)),
  },
  'law.one-default-key': {
    breaks: 'marks every key as the default one',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) =>
          Array.isArray(body) ? body.map((one) => ({ ...one, is_default: true })) : body,
        ),
      ),
  },
  'law.default-key-is-marked': {
    breaks: 'marks no key of the list as the default one',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) =>
          Array.isArray(body) ? body.map((one) => ({ ...one, is_default: false })) : body,
        ),
      ),
  },
  'law.answers-are-the-askers': {
    breaks: 'keeps who asks where the next request overwrites it',
    wrap: (target) => {
      let current: string | null = null;
      return around(target, async (request, fetch) => {
        if (request.method !== 'GET') return fetch(request);
        current = request.headers.get('authorization');
        await new Promise(setImmediate);
        return fetch(new Request(request.url, { headers: { authorization: current ?? '' } }));
      });
    },
  },
  'law.current-user-is-the-caller': {
    breaks: 'tells all users that they are the one who asked first',
    wrap: (target) => {
      let first: string | undefined;
      let reads = 0;
      return around(target, async (request, fetch) => {
        const response = await fetch(request);
        if (!response.ok) return response;
        first ??= await response.clone().text();
        reads += 1;
        // What is asked of each user before all else would end the run.
        return reads <= 3 ? response : Response.json(JSON.parse(first));
      });
    },
  },
  'law.credits-are-the-callers': {
    breaks: 'has one balance for all users',
    wrap:
      () =>
      ({ fetch, jwt }) =>
      async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname !== '/me/credits' || !request.headers.has('authorization')) return fetch(request);
        const isUser = (await fetch(request.clone())).ok;
        return isUser
          ? fetch(new Request(request, { headers: { authorization: `Bearer ${jwt}` } }))
          : refuse(401);
      },
  },
  'law.tool-gets-its-own-input': {
    breaks: 'gives each of several callers the same result',
    wrap: (target) => (original) => {
      const fetch = atOnce((answers) => answers[0])(target)({
        ...original,
        fetch: async (request) => Response.json({ output: await request.text() }),
      });
      // Only what was altered: other runs at the same time are not of that race.
      return async (request) =>
        /(x|y|zz)"/.test(await request.clone().text()) ? fetch(request) : original.fetch(request);
    },
  },
  'law.tool-keeps-all-letters': {
    breaks: 'loses letters that are not in ASCII',
    wrap: (target) =>
      around(target, async (request, fetch) => {
        const sent = /[^\0-\x7f]/.test(await request.clone().text());
        const response = await fetch(request);
        return sent && response.ok ? Response.json({ output: '????? ?? ?????' }) : response;
      }),
  },
  'law.polling-keeps-the-session': {
    breaks: 'ends the login of a client that asks too early',
    wrap: () => {
      const ended = new Set<string>();
      return ({ fetch }) =>
        async (request) => {
          const { pathname } = new URL(request.url);
          if (!pathname.startsWith('/me/cli-auth/')) return fetch(request);
          if (request.method !== 'GET') return ended.has(pathname) ? refuse(404) : fetch(request);
          const response = await fetch(request);
          ended.add(pathname);
          return response;
        };
    },
  },
  'law.worker-run-is-shown': {
    breaks: 'knows nothing of the runs of the Workers API',
    wrap: () => {
      const started = new Set<string>();
      return ({ fetch }) =>
        async (request) => {
          const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
          if (request.url.includes('/me/agent-runs/') && started.has(id)) return refuse(404);
          const response = await fetch(request);
          started.add(response.headers.get('x-service-run-id') ?? '');
          return response;
        };
    },
  },
  'law.tool-calls-are-logged-in-both-forms': {
    breaks: 'logs what a worker called in NDJSON turns alone',
    wrap: () => {
      const texts = new Set<string>();
      const others = new Set<string>();
      return ({ fetch }) =>
        async (request) => {
          const { pathname } = new URL(request.url);
          const logged = loggedFor(pathname, texts, others);
          if (logged !== undefined) return Response.json(logged);
          const response = await fetch(request);
          const run = response.headers.get('x-service-run-id') ?? '';
          (pathname.includes('/ndjson/') ? others : texts).add(run);
          return response;
        };
    },
  },
  'law.earnings-add-up': {
    breaks: 'leaves days out of the total',
    wrap:
      () =>
      ({ fetch }) =>
      async (request) => {
        const response = await fetch(request);
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('/monetization/summary')) return Response.json({ total_earnings: 3 });
        if (!pathname.endsWith('/monetization/earnings')) return response;
        return Response.json({ items: [{ amount: 3 }, { amount: 4 }] });
      },
  },
  'law.count-is-of-the-list': {
    breaks: 'counts more than it shows',
    wrap: (target) =>
      onSuccess(target, async (response) =>
        withJson(response, (body) => ({ ...Object(body), tools: ['one'], tool_count: 2 })),
      ),
  },
};

interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

/** Calls of an operation that are under way at the same time all get what one of them got. */
function atOnce(choose: (answers: readonly Answered[]) => Answered | undefined): Breaker['wrap'] {
  return (target) => {
    const meet = createMeeting();
    let group: Promise<Answered>[] = [];
    return around(target, async (request, fetch) => {
      if (request.method !== 'POST') return fetch(request);
      const own = fetch(request.clone()).then(async (response) => ({
        ok: response.ok,
        status: response.status,
        text: await response.text(),
      }));
      group.push(own);
      const mine = group;
      await meet(request);
      if (group === mine) group = [];
      const all = await Promise.all(mine);
      const { text, status } = (all.length > 1 ? choose(all) : undefined) ?? (await own);
      return new Response(text, { status, headers: { 'content-type': 'application/json' } });
    });
  };
}

/** Takes every subscription that comes while another one is under way, and refuses the second of two in a row. */
function subscribesAll(): (request: Request) => Promise<Response> | undefined {
  const meet = createMeeting();
  /** Who has subscribed to what. */
  const subscribed = new Set<string>();
  return (request) => {
    const { pathname } = new URL(request.url);
    const [, agent, act] = /\/agents\/([^/]+)\/(subscribe|unsubscribe)$/.exec(pathname) ?? [];
    const whose = `${request.headers.get('authorization')} ${agent}`;
    if (act === 'unsubscribe') subscribed.delete(whose);
    return act === 'subscribe' ? subscribe(whose, meet(request)) : undefined;
  };

  async function subscribe(whose: string, meeting: Promise<number>): Promise<Response> {
    const wasSubscribed = subscribed.has(whose);
    const isAlone = (await meeting) === 1;
    subscribed.add(whose);
    return wasSubscribed && isAlone ? refuse(402) : Response.json({ session: 'one' });
  }
}

/** What is logged of the tools that a run called. */
function loggedFor(
  pathname: string,
  texts: ReadonlySet<string>,
  others: ReadonlySet<string>,
): readonly object[] | undefined {
  const id = pathname.split('/').at(-2) ?? '';
  if (!pathname.endsWith('/mcp-server-logs')) return undefined;
  if (texts.has(id)) return [];
  return others.has(id) ? [{ tool: 'called' }] : undefined;
}
