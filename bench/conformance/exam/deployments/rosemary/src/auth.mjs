// JWT (HS256) for the User API, API keys for the Workers API.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { db } from './schema.mjs';
import { SERVICE, fault } from './db.mjs';

export const JWT_SECRET = 'rosemary-super-secret-jwt-token-with-at-least-32-characters';
const b64 = (x) => Buffer.from(x).toString('base64url');
const sign = (data) => createHmac('sha256', JWT_SECRET).update(data).digest('base64url');

export function issue(sub, email, exp = 4102444800, iat = 1767225600) {
  const data = `${b64(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))}.${b64(JSON.stringify({ aud: 'authenticated', exp, iat, sub, email, role: 'authenticated' }))}`;
  return `${data}.${sign(data)}`;
}

export function verify(token, { toolRun = false } = {}) {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  let header, claims;
  try {
    header = JSON.parse(Buffer.from(parts[0], 'base64url').toString());
    claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString());
  } catch { return null; }
  if (!header || !claims || typeof claims !== 'object') return null;
  if (toolRun && fault('tool-run-alg-from-header') && String(header.alg).toLowerCase() === 'none') return claims.sub;
  if (header.alg !== 'HS256') return null;
  const want = Buffer.from(sign(`${parts[0]}.${parts[1]}`));
  const got = Buffer.from(parts[2]);
  if (want.length !== got.length || !timingSafeEqual(want, got)) return null;
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= Date.now()) return null;
  if (claims.role !== 'authenticated' || !db.profiles.rows.has(claims.sub)) return null;
  return claims.sub;
}

export function bearer(req) {
  const m = /^bearer +(\S+) *$/i.exec(req.headers.authorization || '');
  return m ? m[1] : null;
}
export function userOf(req, opts) {
  const t = bearer(req);
  return t ? verify(t, opts) : null;
}
const keyCache = new Map();
export function userOfKey(req) {
  const t = bearer(req);
  if (!t) return null;
  if (fault('api-key-cache-never-cleared') && keyCache.has(t)) return keyCache.get(t);
  const row = db.api_keys.select(SERVICE, { key: t })[0];
  if (!row) return null;
  if (fault('api-key-cache-never-cleared')) keyCache.set(t, row.user_id);
  db.api_keys.touch(SERVICE, row.api_key_id, { last_used_at: new Date().toISOString().replace('Z', '000+00:00') });
  return row.user_id;
}
