import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import { inList, withJson } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { webhook } from '../../../../apps/conformance/test/styles/families/money.ts';
import { answering, type Operator, working } from '../operator.ts';
import { listName, type Place, shownName } from '../place.ts';

const of =
  (...ids: readonly string[]): Operator['at'] =>
  ({ operation }: Place) =>
    ids.includes(operation.id) ? ['whole'] : [];

/** What the webhook is asked, with what is wrong about it made right. */
const lenient = (accepts: (signature: string | null, body: string) => boolean): Operator['wrap'] =>
  working(({ changed }, { fetch }) => async (request) => {
    const signature = request.headers.get(webhook.signatureHeader);
    if (!accepts(signature, await request.clone().text())) return fetch(request);
    changed();
    const headers = new Headers(request.headers);
    headers.set(webhook.signatureHeader, webhook.validSignature);
    return fetch(new Request(request, { headers, body: webhook.body }));
  });

const renaming = (name: string, other: string): Operator['wrap'] =>
  answering(
    () => (response) =>
      withJson(response, (body) => JSON.parse(JSON.stringify(body).replaceAll(`"${name}"`, `"${other}"`))),
  );

const isJson = (text: string): boolean => {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
};

/** Faults of single operations, about what the interface says of them alone. */
export const particularOperators: readonly Operator[] = [
  {
    name: 'any signature is taken',
    class: 'signature',
    basis: 'implied',
    at: of('receivePaymentEvent'),
    wrap: lenient((signature, body) => signature !== null && body === webhook.body),
  },
  {
    name: 'no signature is demanded',
    class: 'signature',
    basis: 'stated',
    at: of('receivePaymentEvent'),
    wrap: lenient((signature, body) => signature === null && body === webhook.body),
  },
  {
    name: 'signature does not cover the event',
    class: 'signature',
    basis: 'implied',
    at: of('receivePaymentEvent'),
    wrap: lenient((signature, body) => signature === webhook.validSignature && isJson(body)),
  },
  {
    name: 'body that is no event is taken',
    class: 'signature',
    basis: 'stated',
    at: of('receivePaymentEvent'),
    wrap: lenient((signature, body) => signature === webhook.validSignature && !isJson(body)),
  },
  {
    name: 'total is not the sum of its days',
    class: 'agreement',
    basis: 'implied',
    at: of('getMonetizationSummary'),
    wrap: answering(
      () => (response) => withJson(response, (body) => ({ ...Object(body), totalEarnings: 12.5 })),
    ),
  },
  {
    name: 'period has a day too few',
    class: 'agreement',
    basis: 'implied',
    at: of('getMonetizationSubscribers', 'getMonetizationEarnings'),
    wrap: answering(
      ({ place }) =>
        (response) =>
          withJson(response, (body) => inList(body, listName(place), (days) => days.slice(1))),
    ),
  },
  {
    name: 'integration tool is missing',
    class: 'agreement',
    basis: 'stated',
    at: of('listTools', 'listPublicTools'),
    wrap: answering(
      () => (response) =>
        withJson(response, (body) =>
          inList(body, undefined, (all) =>
            all.filter((one) => !JSON.stringify(one).includes('NOTIFIER_GET_USER')),
          ),
        ),
    ),
  },
  {
    name: 'integration tool lacks a parameter',
    class: 'agreement',
    basis: 'stated',
    at: of('listTools', 'searchTools'),
    wrap: renaming('push_token', 'pushToken'),
  },
  {
    name: 'input schema is called otherwise',
    class: 'agreement',
    basis: 'implied',
    at: of('listTools', 'searchTools'),
    wrap: renaming('inputSchema', 'input_schema'),
  },
  {
    name: 'key value is in the hidden variant',
    class: 'field',
    basis: 'stated',
    at: of('listApiKeys', 'deleteApiKey'),
    wrap: working(({ place, changed }, { fetch, store }) => async (request) => {
      changed();
      const response = await fetch(request);
      const list = listName(place);
      const shown = (one: unknown): unknown => {
        const key = isRecord(one)
          ? [...store.keys.values()].find(({ api_key_id }) => api_key_id === one.id)
          : undefined;
        return key === undefined ? one : { ...Object(one), secret: key.key };
      };
      return withJson(response, (body) =>
        isRecord(body) ? shown(body) : inList(body, list, (all) => all.map(shown)),
      );
    }),
  },
  {
    name: 'no key is the default key',
    class: 'field',
    basis: 'stated',
    at: of('listApiKeys'),
    wrap: answering(
      () => (response) =>
        withJson(response, (body) =>
          JSON.parse(JSON.stringify(body).replaceAll('"isDefault":true', '"isDefault":false')),
        ),
    ),
  },
  {
    name: 'deleted key opens the Workers API still',
    class: 'effect',
    basis: 'implied',
    at: of('deleteApiKey'),
    wrap:
      ({ place, changed }) =>
      ({ fetch, store }) => {
        const removed = new Map<string, string>();
        return async (request) => {
          const before = new Map(store.keys);
          const response = await fetch(withReplaced(request, removed));
          if (place.matches(request) && response.ok)
            for (const [id, { key, owner }] of before) {
              const other = [...store.keys.values()].find((one) => one.owner === owner)?.key;
              if (!store.keys.has(id) && other !== undefined) {
                changed();
                removed.set(key, other);
              }
            }
          return response;
        };
      },
  },
  {
    name: 'cron is kept with its minute and hour exchanged',
    class: 'fidelity',
    basis: 'implied',
    at: of('createSchedule', 'updateSchedule', 'convertTextToCron'),
    wrap: answering(
      () => (response) =>
        withJson(response, (body) =>
          JSON.parse(
            JSON.stringify(body).replaceAll(/"([\d*/,-]+) ([\d*/,-]+)( \S+ \S+ \S+)"/g, '"$2 $1$3"'),
          ),
        ),
    ),
  },
  {
    name: 'JWT that is read is another',
    class: 'fidelity',
    basis: 'stated',
    at: of('consumeCliAuthJwt'),
    wrap: answering(
      () => (response) =>
        withJson(response, (jwt) => (typeof jwt === 'string' ? [...jwt].reverse().join('') : jwt)),
    ),
  },
  {
    name: 'clone copies nothing',
    class: 'effect',
    basis: 'implied',
    at: of('cloneChat'),
    wrap: working(({ place, changed }, { fetch, store }) => async (request) => {
      const before = new Set(store.agents.keys());
      const response = await fetch(request);
      const made = [...store.agents.values()].find(({ agent_id }) => !before.has(agent_id));
      if (made === undefined) return response;
      changed();
      const chat_prompt = 'An empty agent.';
      store.agents.set(made.agent_id, { ...made, chat_prompt, vanity_slug: null });
      const name = shownName(place, 'chat_prompt');
      return withJson(response, (body) => ({ ...Object(body), [name]: chat_prompt }));
    }),
  },
];

/** A removed key is taken for another one of its user. */
function withReplaced(request: Request, removed: ReadonlyMap<string, string>): Request {
  const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  const other = removed.get(token);
  if (other === undefined) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${other}`);
  return new Request(request, { headers });
}
