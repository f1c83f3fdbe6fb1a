import { randomBytes } from 'node:crypto';
import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import { type ApiKey, inOrder, ownedBy } from '../store.ts';
import type { StoredRecord } from '../wire.ts';

const one = { path: '/me/api-keys/{api_key_id}', ids: { api_key_id: 'integer' } } as const;

export const apiKeyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/api-keys',
    answer: 'ApiKeyHidden',
    many: true,
    statuses: [500],
    handle: ({ style, store, user }) =>
      ok(inOrder(style, ownedBy(store.keys, user)).map((key) => hidden(style, key))),
  },
  {
    method: 'POST',
    path: '/me/api-keys',
    input: 'ApiKeyCreate',
    answer: 'ApiKey',
    statuses: [500],
    handle: (call) => ok({ ...createKey(call) }),
  },
  {
    method: 'GET',
    path: '/me/api-keys/default',
    answer: 'ApiKey',
    statuses: [500],
    handle: (call) => {
      const key = ownedBy(call.store.keys, call.user).find(({ is_default }) => is_default);
      return ok(shownLater(call.style, key ?? createKey(call)));
    },
  },
  {
    ...one,
    method: 'GET',
    answer: 'ApiKey',
    statuses: [404, 500],
    handle: (call) => onKey(call, (key) => ok(shownLater(call.style, key))),
  },
  {
    ...one,
    method: 'DELETE',
    answer: 'ApiKeyHidden',
    statuses: [404, 500],
    handle: (call) => onKey(call, (key) => deleteKey(call, key)),
  },
];

function onKey({ store, user, path }: Call, then: (key: ApiKey) => Answer): Answer {
  const key = store.keys.get(Number(path.api_key_id));
  return key?.owner === user.id ? then(key) : notFound('API key');
}

function hidden({ choices }: Call['style'], { key, ...rest }: ApiKey): StoredRecord {
  const ends = choices.apiKeys.laterShows === 'ends' ? `…${key.slice(-4)}` : '…';
  const beginning = choices.apiKeys.hiddenShowsBeginning ? { hint: `${key.slice(0, 5)}${ends}` } : {};
  return { ...rest, attributes: { ...rest.attributes, ...beginning } };
}

function shownLater({ choices }: Call['style'], { key, ...rest }: ApiKey): StoredRecord {
  const ends = `${key.slice(0, 5)}…${key.slice(-4)}`;
  return { ...rest, key: choices.apiKeys.laterShows === 'ends' ? ends : key };
}

/** A new key; the first one of a user is the default key. */
export function createKey({
  style: { choices },
  store,
  user,
  body,
}: Pick<Call, 'style' | 'store' | 'user' | 'body'>): ApiKey {
  const others = ownedBy(store.keys, user);
  const isMoved = choices.apiKeys.takesDefault !== false && body.fields.is_default === true;
  for (const other of isMoved ? others : [])
    store.keys.set(other.api_key_id, { ...other, is_default: false });
  const key: ApiKey = {
    api_key_id: store.nextInteger(store.keys),
    key: `key-${randomBytes(18).toString('base64url')}`,
    is_default: isMoved || others.length === 0,
    owner: user.id,
    created_at: store.now(),
    attributes: body.attributes,
  };
  store.keys.set(key.api_key_id, key);
  return key;
}

function deleteKey({ style, store, user }: Call, key: ApiKey): Answer {
  if (key.is_default && style.choices.apiKeys.deletesDefault === 422)
    return refuse(422, 'The default key stays');
  store.keys.delete(key.api_key_id);
  const [next] = ownedBy(store.keys, user);
  if (key.is_default && next) store.keys.set(next.api_key_id, { ...next, is_default: true });
  return ok(hidden(style, key));
}
