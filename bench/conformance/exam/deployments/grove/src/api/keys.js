// API keys. The first key of a user is the default one; when that goes, the oldest takes its place.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { letters } from '../core/ids.js';
import { notFound } from '../core/problem.js';
import { maybe, obj, str } from '../core/validate.js';
import { revoke } from '../state/auth.js';
import { db, nextKey, ownedBy } from '../state/db.js';

const KeyCreate = obj({ label: maybe(str({ min: 1, max: 100 })) });

/** ApiKeyHidden */
const hidden = (key) => ({
  id: on('key-id-as-text') ? String(key.id) : key.id,
  label: key.label,
  tail: key.secret.slice(-4),
  main: key.main,
  made: wire(key.at),
});

/** ApiKey */
const full = (key) => ({ ...hidden(key), secret: key.secret });

const keysOf = (user) => ownedBy(db.keys, user);

/** The mistake of taking a number some time before it is used. */
async function racingId() {
  const next = Math.max(...db.keys.keys()) + 1;
  await new Promise((resolve) => { setTimeout(resolve, 40); });
  return next;
}

function newKey(user, label, id = nextKey()) {
  const key = {
    id, user: user.id, label, at: stamp(), fresh: true,
    secret: `gk_${letters(24)}`,
    main: keysOf(user).length === 0 || on('keys-two-defaults'),
  };
  db.keys.set(key.id, key);
  return key;
}

async function create({ user, body }) {
  const key = newKey(user, body.label ?? 'key', on('keys-race-same-id') ? await racingId() : undefined);
  if (on('key-create-answers-other-secret')) return { ...full(key), secret: `gk_${letters(24)}` };
  return full(key);
}

function find(user, id) {
  const key = db.keys.get(id);
  if (key?.user !== user.id && !(key && on('key-of-others'))) throw notFound('key');
  return key;
}

function get({ user, path }) {
  if (on('key-unknown-500') && !db.keys.has(path.api_key_id)) return full(db.keys.get(path.api_key_id));
  const key = find(user, path.api_key_id);
  return on('key-get-hides-secret') ? hidden(key) : full(key);
}

function getDefault({ user }) {
  if (on('key-default-makes-new')) return full(Object.assign(newKey(user, 'default'), { main: true }));
  if (on('n-key-default-is-newest') && keysOf(user).length > 0) return full(keysOf(user).at(-1));
  const key = keysOf(user).find((one) => one.main) ?? newKey(user, 'default');
  return full(key);
}

/** What the fault of a deletion that can be done again keeps. */
const gone = new Map();

function remove({ user, path }) {
  if (on('n-key-delete-twice-200') && gone.get(path.api_key_id)?.user === user.id) return hidden(gone.get(path.api_key_id));
  const key = on('key-delete-by-others') ? db.keys.get(path.api_key_id) : find(user, path.api_key_id);
  if (!key) throw notFound('key');
  db.keys.delete(key.id);
  if (on('n-key-delete-twice-200')) gone.set(key.id, key);
  revoke(key);
  const heir = keysOf({ id: key.user })[0];
  if (key.main && heir) heir.main = true;
  return on('key-delete-shows-secret') ? full(key) : hidden(key);
}

export function keyRoutes(router) {
  const path = { api_key_id: 'integer' };
  router.add('GET', '/me/api-keys', {}, ({ user }) => keysOf(user).map(on('keys-list-shows-secrets') ? full : hidden));
  router.add('POST', '/me/api-keys', { body: KeyCreate }, create);
  if (!on('key-default-shadowed')) router.add('GET', '/me/api-keys/default', {}, getDefault);
  router.add('GET', '/me/api-keys/:api_key_id', { path }, get);
  router.add('DELETE', '/me/api-keys/:api_key_id', { path }, remove);
}
