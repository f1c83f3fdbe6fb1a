import { randomBytes } from 'node:crypto';

/** Of the form of a JWT, signed by nobody. */
export function unknownToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'nobody' })}.${randomBytes(32).toString('base64url')}`;
}

/** Says what the token says, but with another signature: where it is no JWT, a text that differs in one character. */
export function forgedToken(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  // The last character of a signature may hold bits that mean nothing.
  const place = token.lastIndexOf('.') + Math.ceil((token.length - token.lastIndexOf('.')) / 2);
  return `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
}

export const malformedToken = 'neither-a-jwt-nor-a-key';
