import { tokenOf, withHeader, withJson, withStatus, withText, withToken } from './alter.ts';
import { changing, isRead, isUser, isWorkers, type Operator, pick } from './operator.ts';

/** A server error is trouble, whichever a deployment documents, and a finding of no rule. */
const statuses = [200, 201, 202, 203, 204, 206, 301, 400, 404, 409, 410, 418];

/** Operations that something unknown can be asked of. */
const hasUnknown: Operator['suits'] = ({ route }) => route?.statuses.includes(404) === true;

/** What one request is enough to show. */
export const requestOperators: readonly Operator[] = [
  changing('success has another status', isUser, (chance, { route }) => (response) => {
    const documented = [route?.success ?? 200, ...(route?.statuses ?? []), 422];
    const others = statuses.filter((status) => !documented.includes(status));
    return response.ok ? withStatus(response, pick(others, chance)) : response;
  }),
  changing('refusal has another status', hasUnknown, (chance, { route }) => (response) => {
    const others = [402, 405, 410, 418].filter((status) => !route?.statuses.includes(status));
    return response.status >= 400 ? withStatus(response, pick(others, chance)) : response;
  }),
  changing('refusal is a success', hasUnknown, (_, { route }) => (response) => {
    const isRefusal = response.status >= 400 && response.status < 500;
    const body = route?.many ? [] : {};
    return isRefusal ? Response.json(body, { status: 200 }) : response;
  }),
  changing(
    'body is truncated',
    isUser,
    (chance) => (response) =>
      response.ok
        ? withText(response, (text) => text.slice(0, Math.max(1, text.length - 1 - (chance % 3))))
        : response,
  ),
  changing(
    'array comes in an object',
    ({ route }) => route?.many === true,
    () => (response) => withJson(response, (items) => ({ items })),
  ),
  changing(
    'record comes in words',
    (subject) => isUser(subject) && !subject.route?.many,
    () => (response) => (response.ok && response.status !== 204 ? new Response('Fine.', response) : response),
  ),
  changing(
    'run header is dropped',
    isWorkers,
    () => (response) => withHeader(response, 'x-service-run-id', undefined),
  ),
  changing('run id is no uuid', isWorkers, () => (response) => {
    const id = response.headers.get('x-service-run-id');
    return withHeader(response, 'x-service-run-id', id?.slice(1));
  }),
  {
    name: 'credential is not looked at',
    suits: ({ route }) => route?.open !== true,
    wrap:
      (subject) =>
      ({ fetch, seeds }) =>
      (request) => {
        if (!subject.matches(request)) return fetch(request);
        const own = subject.route === undefined ? seeds.apiKeys.own : seeds.jwt.own;
        const known = [...seeds.tokens.keys(), ...Object.values(seeds.apiKeys)];
        const isKnown = known.some((token) => token === tokenOf(request));
        return fetch(isKnown ? request : withToken(request, own));
      },
  },
  {
    name: 'open operation demands a credential',
    suits: ({ route }) => route?.open === true,
    wrap:
      (subject) =>
      ({ fetch }) =>
      async (request) =>
        subject.matches(request) && !request.headers.has('authorization')
          ? new Response(null, { status: 401 })
          : fetch(request),
  },
  changing(
    'stream is empty',
    (subject) => isWorkers(subject) && !isRead(subject),
    () => (response) => (response.ok ? new Response('', response) : response),
  ),
];
