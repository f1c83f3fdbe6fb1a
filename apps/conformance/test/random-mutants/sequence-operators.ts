import { tokenOf, withJson, withToken } from './alter.ts';
import { undoing } from './keep-store.ts';
import { changing, isList, isOrdered, isRead, isUser, isWorkers, type Operator } from './operator.ts';

/** Operations that change something, or consume it by being read. */
const isEffect: Operator['suits'] = ({ method, route }) =>
  route !== undefined && (method !== 'GET' || route.path === '/me/cli-auth/{auth_id}');

const named: Operator['suits'] = ({ route }) => route?.path.includes('{') === true;

/** What only a sequence of requests shows. */
export const sequenceOperators: readonly Operator[] = [
  {
    name: 'write is answered but not done',
    suits: isEffect,
    wrap: (subject) => (deployment) => undoing(deployment, subject.matches),
  },
  {
    name: "other users' things are open",
    suits: (subject) => isUser(subject) && named(subject),
    wrap:
      (subject) =>
      ({ fetch, seeds }) =>
      async (request) => {
        const response = await fetch(request.clone());
        const isRefused = response.status === 403 || response.status === 404;
        if (!subject.matches(request) || !isRefused || !request.headers.has('authorization')) return response;
        for (const token of Object.values(seeds.jwt)) {
          const other = await fetch(withToken(request, token));
          if (other.ok) return other;
        }
        return response;
      },
  },
  {
    name: 'tenants are swapped',
    suits: (subject) => isUser(subject) && subject.route?.open !== true,
    wrap:
      (subject) =>
      ({ fetch, seeds }) =>
      (request) => {
        const isSwapped = subject.matches(request) && tokenOf(request) === seeds.jwt.own;
        return fetch(isSwapped ? withToken(request, seeds.jwt.other) : request);
      },
  },
  {
    name: 'first answer is given for ever',
    suits: (subject) => isRead(subject),
    wrap: (subject) => {
      const answers = new Map<string, Response>();
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          const key = `${request.url} ${request.headers.get('authorization')}`;
          const known = answers.get(key) ?? (await fetch(request));
          if (known.ok) answers.set(key, known);
          return known.clone();
        };
    },
  },
  changing(
    'list lacks its last item',
    isList,
    () => (response) => withJson(response, (body) => inList(body, (items) => items.slice(0, -1))),
  ),
  changing(
    'list lacks its first item',
    isList,
    () => (response) => withJson(response, (body) => inList(body, (items) => items.slice(1))),
  ),
  changing(
    'list says its first item twice',
    isList,
    () => (response) =>
      withJson(response, (body) => inList(body, (items) => [...items.slice(0, 1), ...items])),
  ),
  changing(
    'list is turned round',
    isOrdered,
    () => (response) => withJson(response, (body) => inList(body, (items) => items.toReversed())),
  ),
  {
    name: 'second creation gives the first record again',
    suits: ({ route }) => route?.method === 'POST' && !route.path.includes('{') && route.answer !== undefined,
    wrap: (subject) => {
      let first: Response | undefined;
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          if (first !== undefined) return first.clone();
          const response = await fetch(request);
          if (response.ok) first = response.clone();
          return response;
        };
    },
  },
  changing(
    'written text is answered blank',
    // Of other answers the interface names no text that was written.
    ({ route }) => /^Agent(Request|RequestPartial|ThemePreferenceUpsertRequest)$/.test(route?.input ?? ''),
    () => (response) => withJson(response, (body) => blank(body)),
  ),
  changing(
    'last message is left out',
    (subject) => isWorkers(subject) && isRead(subject),
    () => (response) => withJson(response, (body) => inList(body, (items) => items.slice(0, -1))),
  ),
  changing(
    'messages are turned round',
    (subject) => isWorkers(subject) && isRead(subject),
    () => (response) => withJson(response, (body) => inList(body, (items) => items.toReversed())),
  ),
  {
    name: 'refusal of a second time is a success',
    suits: ({ route }) => (route?.statuses ?? []).some((status) => [400, 402, 404].includes(status)),
    wrap: (subject) => {
      let last: Response | undefined;
      return ({ fetch }) =>
        async (request) => {
          const response = await fetch(request);
          if (!subject.matches(request)) return response;
          if (response.ok) last = response.clone();
          return response.ok ? response : (last?.clone() ?? response);
        };
    },
  },
];

/** Changes the list of an answer, be it the whole body or in one of its properties. */
function inList(body: unknown, change: (items: readonly unknown[]) => unknown): unknown {
  if (Array.isArray(body)) return change(body);
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? change(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The last text of a record, emptied. */
function blank(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  const last = texts.at(-1);
  return last === undefined ? body : { ...body, [last[0]]: '' };
}
