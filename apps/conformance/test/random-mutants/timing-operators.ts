import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withHeader, withJson, withQuery } from './alter.ts';
import { keepStore, oneByOne } from './keep-store.ts';
import { isList, isRead, isUser, isWorkers, isWrite, type Operator } from './operator.ts';

const hasLimit: Operator['suits'] = ({ route }) => route?.path.startsWith('/me/tools/search') === true;
const hasPeriod: Operator['suits'] = ({ route }) => route?.path.startsWith('/me/monetization') === true;
const isPaged: Operator['suits'] = ({ route }) => /agent-runs$|executions$/.test(route?.path ?? '');

/** What needs requests side by side, a value at a bound, or the right moment. */
export const timingOperators: readonly Operator[] = [
  {
    name: 'upper bound is one too low',
    suits: (subject) => hasLimit(subject) || hasPeriod(subject),
    wrap:
      (subject) =>
      ({ fetch }) =>
      async (request) => {
        const { searchParams } = new URL(request.url);
        const isAtBound = searchParams.get('limit') === '200' || searchParams.get('period') === '365';
        return subject.matches(request) && isAtBound ? Response.json({}, { status: 422 }) : fetch(request);
      },
  },
  {
    name: 'upper bound is one too high',
    suits: (subject) => hasLimit(subject) || hasPeriod(subject),
    wrap:
      (subject) =>
      ({ fetch }) =>
      (request) => {
        if (!subject.matches(request)) return fetch(request);
        const lowered = withQuery(request, (query) => {
          if (query.get('limit') === '201') query.set('limit', '200');
          if (query.get('period') === '366') query.set('period', '365');
        });
        return fetch(lowered);
      },
  },
  {
    name: 'page is one longer than its limit',
    suits: isPaged,
    wrap:
      (subject) =>
      ({ fetch }) =>
      (request) => {
        if (!subject.matches(request)) return fetch(request);
        const longer = withQuery(request, (query) =>
          query.set('limit', `${Number(query.get('limit') ?? 30) + 1}`),
        );
        return fetch(longer);
      },
  },
  {
    name: 'next page leaves out its first item',
    suits: isPaged,
    wrap:
      (subject) =>
      ({ fetch }) =>
      async (request) => {
        const response = await fetch(request);
        const isLater = new URL(request.url).searchParams.has('next_cursor');
        return subject.matches(request) && isLater ? withJson(response, firstLeftOut) : response;
      },
  },
  {
    name: 'of two writes at once, one is lost',
    suits: (subject) => isUser(subject) && isWrite(subject),
    wrap:
      (subject) =>
      ({ fetch, store }) => {
        const inTurn = oneByOne();
        let waiting = 0;
        return (request) => {
          const isSubject = subject.matches(request);
          if (isSubject) waiting += 1;
          return inTurn(async () => {
            const bringBack = keepStore(store);
            const response = await fetch(request.clone());
            // Reading and writing back take their time, or no two writes would ever meet.
            if (isSubject) await pause(5);
            if (isSubject) waiting -= 1;
            if (isSubject && waiting > 0) bringBack();
            return response;
          });
        };
      },
  },
  {
    name: 'every seventh read fails',
    suits: (subject) => isRead(subject),
    wrap: (subject) => {
      let reads = 0;
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          reads += 1;
          return reads % 7 === 0 ? Response.json({}, { status: 410 }) : fetch(request);
        };
    },
  },
  {
    name: 'reads lag behind by seconds',
    suits: (subject) => isUser(subject) && isList(subject),
    wrap: (subject, chance) => {
      const answers = new Map<string, { readonly response: Response; readonly at: number }>();
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          const key = `${request.url} ${request.headers.get('authorization')}`;
          const known = answers.get(key);
          // Longer than anybody gives what was written to show.
          const isFresh = known !== undefined && performance.now() - known.at < 2_000 + (chance % 1_000);
          if (known !== undefined && isFresh) return known.response.clone();
          const response = await fetch(request);
          if (response.ok) answers.set(key, { response: response.clone(), at: performance.now() });
          return response;
        };
    },
  },
  {
    name: 'starts at once share a run',
    suits: ({ method, route }) => route === undefined && method === 'POST',
    wrap: (subject) => {
      let open: string | undefined;
      return ({ fetch }) =>
        async (request) => {
          const response = await fetch(request);
          if (!subject.matches(request) || !response.ok) return response;
          const own = response.headers.get('x-service-run-id') ?? randomUUID();
          const shared = open ?? own;
          open = own;
          await pause(3);
          open = undefined;
          return withHeader(response, 'x-service-run-id', shared);
        };
    },
  },
  {
    name: 'job is shown for a moment after its end',
    suits: (subject) => isWorkers(subject) && isRead(subject),
    wrap: (subject, chance) => {
      const seen = new Map<string, number>();
      return ({ fetch }) =>
        async (request) => {
          const response = await fetch(request);
          if (!subject.matches(request)) return response;
          if (response.headers.has('x-service-job-id')) seen.set(request.url, performance.now());
          const age = performance.now() - (seen.get(request.url) ?? -Infinity);
          return age > 60 + (chance % 200) ? response : withHeader(response, 'x-service-job-id', 'late');
        };
    },
  },
  {
    name: 'job refuses for a moment after its end',
    suits: ({ method, route }) => route === undefined && method === 'PUT',
    wrap: (subject, chance) => {
      const refused = new Map<string, number>();
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          const run = new URL(request.url).pathname.split('/').at(-1) ?? '';
          const age = performance.now() - (refused.get(run) ?? -Infinity);
          if (age < 100 + (chance % 200)) return new Response(null, { status: 409 });
          const response = await fetch(request);
          if (response.status === 409) refused.set(run, performance.now());
          return response;
        };
    },
  },
  {
    name: 'long messages are cut',
    suits: (subject) => isWorkers(subject) && isWrite(subject),
    wrap:
      (subject, chance) =>
      ({ fetch }) =>
      async (request) => {
        if (!subject.matches(request)) return fetch(request);
        const { message, ...rest } = Object(await request.clone().json());
        const cut = typeof message === 'string' ? message.slice(0, 1000 + (chance % 2000)) : message;
        return fetch(new Request(request, { body: JSON.stringify({ ...rest, message: cut }) }));
      },
  },
];

function firstLeftOut(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(1) : value,
  ]);
  return Object.fromEntries(entries);
}
