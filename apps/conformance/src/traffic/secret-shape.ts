/** Names of query parameters and headers that may hold a secret. */
export const secretName =
  /(^|[-_])(api[-_]?key|access[-_]token|token|secret|password|signature|jwt|auth|session)($|[-_])/i;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether a text looks drawn at random. A plain word does not: hidden wherever it stands, it would take names out of
 * bodies, and a cookie with the identifier of a record would take that record away.
 */
export function looksSecret(text: string): boolean {
  if (uuid.test(text)) return false;
  return text.length >= 24 || (text.length >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text));
}
