import { isUuid } from '../json/uuid.ts';

/** Names of query parameters and headers that may hold a secret. */
export const secretName =
  /(^|[-_])(api[-_]?key|access[-_]token|token|secret|password|signature|jwt|auth|session)($|[-_])/i;

/**
 * Whether a text looks drawn at random. A plain word does not: hidden wherever it stands, it would take names out of
 * bodies, and a cookie with the identifier of a record would take that record away.
 */
export function looksSecret(text: string): boolean {
  const random = text.length >= 24 || (text.length >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text));
  return random && !isUuid(text);
}
