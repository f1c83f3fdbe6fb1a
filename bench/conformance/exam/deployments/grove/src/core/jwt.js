// JSON Web Tokens, signed with HS256.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { on } from './faults.js';

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part) {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

const signatureOf = (text, secret) => createHmac('sha256', secret).update(text).digest('base64url');

export function sign(claims, secret) {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${signatureOf(text, secret)}`;
}

/** The claims of a token that we signed and that has not expired, or undefined. */
export function verify(token, secret) {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  const [header, claims] = [decode(parts[0]), decode(parts[1])];
  if (!header || !claims || typeof claims !== 'object') return undefined;
  if (on('jwt-alg-none-accepted') && header.alg === 'none') return claims;
  if (header.alg !== 'HS256') return undefined;
  if (!on('jwt-signature-not-verified')) {
    const expected = Buffer.from(signatureOf(`${parts[0]}.${parts[1]}`, secret));
    const given = Buffer.from(parts[2]);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  }
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= Date.now()) return undefined;
  return claims;
}
