// Who is calling: JWTs for the User API, API keys for the Workers API.

import { on } from '../core/faults.js';
import { verify, sign } from '../core/jwt.js';
import { unauthorized } from '../core/problem.js';
import { db } from './db.js';
import { JWT_SECRET } from './fixtures.js';

const ISSUER = 'grove';

function bearer(headers) {
  const match = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '');
  return match?.[1];
}

/** The user that a JWT was made for, or undefined. */
export function userOfToken(token) {
  const claims = verify(token, JWT_SECRET);
  return claims?.iss === ISSUER ? db.users.get(claims.sub) : undefined;
}

/** A JWT for a user; both times are seconds since 1970. */
export function tokenFor(user, issued, expires) {
  const { id, name, email, tier } = user;
  return sign({ iss: ISSUER, aud: 'grove-user-api', sub: id, name, email, tier, iat: issued, exp: expires }, JWT_SECRET);
}

/** API keys that were deleted, and the users they had belonged to. */
const revoked = new Map();

export const revoke = (key) => revoked.set(key.secret, key.user);

export function userOfKey(secret) {
  const fits = (one) => (on('key-prefix-accepted') ? one.secret.startsWith(secret) : one.secret === secret);
  const key = [...db.keys.values()].find(fits);
  if (key && !(on('key-new-not-known') && key.fresh)) return db.users.get(key.user);
  if (on('key-works-after-delete')) return db.users.get(revoked.get(secret));
  return undefined;
}

/** The caller of a User API route; undefined where none is needed and none is known. */
export function authenticateUser(route, headers) {
  const token = bearer(headers);
  const user = token && userOfToken(token);
  if (!user && route.options.auth === 'user') {
    throw unauthorized(token ? 'the token is not valid' : 'a bearer token is needed');
  }
  return user;
}

/** The caller of a Workers API route. */
export function authenticateKey(route, headers) {
  const secret = bearer(headers);
  const user = secret && userOfKey(secret);
  if (!user && route.options.auth === 'key') throw unauthorized(secret ? 'the API key is not valid' : 'an API key is needed');
  return user;
}
