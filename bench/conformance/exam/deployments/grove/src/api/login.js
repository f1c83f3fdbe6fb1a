// Logins of the command-line client: a session carries the user's token from the browser to the command line, once.

import { on } from '../core/faults.js';
import { DAY, stamp, wire } from '../core/clock.js';
import { uuid } from '../core/ids.js';
import { forbidden, notFound } from '../core/problem.js';
import { obj } from '../core/validate.js';
import { userOfToken } from '../state/auth.js';
import { db } from '../state/db.js';

const LIFETIME = DAY / 144; // ten minutes

const token = (value, place, bad) => {
  if (typeof value !== 'string' || !userOfToken(value)) return bad(place, 'must be a valid token');
  return value;
};

const InsertRequest = obj({ token });

/** CliAuthModel; the token is told by no one but the read that consumes it. */
const view = (login) => ({ id: login.id, state: login.state, made: wire(login.at), until: wire(login.at + LIFETIME) });

function find(id) {
  const login = db.logins.get(id);
  if (!login || login.at + LIFETIME < stamp()) throw notFound('login');
  return login;
}

function create() {
  const open = [...db.logins.values()].find((login) => login.state === 'open');
  if (on('login-create-gives-open-one') && open) return view(open);
  const login = { id: uuid(), user: null, token: null, state: 'open', at: stamp() };
  for (const old of db.logins.values()) if (old.at + LIFETIME < login.at) db.logins.delete(old.id);
  db.logins.set(login.id, login);
  return view(login);
}

function stored(given) {
  if (on('login-token-cut-at-255')) return given.slice(0, 255);
  if (on('login-token-with-bearer')) return `Bearer ${given}`;
  return given;
}

/** Only the caller's own token can be attached, as long as the session is nobody else's and was not read. */
function attach({ user, path, body }) {
  if (on('login-put-unknown-200') && !db.logins.has(path.cli_auth_id)) return { id: path.cli_auth_id, state: 'ready' };
  const login = find(path.cli_auth_id);
  const owner = user ?? userOfToken(body.token);
  if (userOfToken(body.token).id !== owner.id) throw forbidden('this is the token of another user');
  const free = login.state === 'open' || (login.state === 'ready' && login.user === owner.id);
  if (!free) throw forbidden('this login is not yours any more');
  const sharing = on('login-token-for-all') ? db.logins.values() : [login];
  for (const one of sharing) Object.assign(one, { user: owner.id, token: stored(body.token), state: 'ready' });
  return view(login);
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function read({ path }) {
  if (on('n-login-get-unknown-null') && !db.logins.has(path.auth_id)) return null;
  const login = find(path.auth_id);
  const { token: found } = login;
  if (on('login-read-race')) await pause(40);
  if (found !== null && !on('login-token-not-consumed')) Object.assign(login, { token: null, state: 'done' });
  if (on('login-token-always-null')) return null;
  return on('login-token-in-object') && found ? { token: found } : found;
}

export function loginRoutes(router) {
  router.add('POST', '/me/cli-auth', { auth: 'open' }, create);
  router.add('PUT', '/me/cli-auth/:cli_auth_id', {
    auth: on('login-put-without-auth') ? 'open' : 'user', path: { cli_auth_id: 'uuid' }, body: InsertRequest,
  }, attach);
  const readAuth = on('login-get-needs-auth') ? 'user' : 'open';
  router.add('GET', '/me/cli-auth/:auth_id', { auth: readAuth, path: { auth_id: 'uuid' } }, read);
}
