import { randomBytes } from 'node:crypto';
import type { InvalidToken } from '../cases/scenario.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';

export const malformedToken = 'neither-a-jwt-nor-a-key';

/** The Authorization header with an unknown credential; undefined where it needs the user's own. */
export function invalidAuthorization(kind: InvalidToken, own: string | undefined): string | undefined {
  if (kind === 'unknown') return `Bearer ${unknownToken()}`;
  if (kind === 'malformed') return `Bearer ${malformedToken}`;
  if (kind === 'empty') return 'Bearer';
  if (own === undefined) return undefined;
  return kind === 'other-scheme' ? `Basic ${own}` : `Bearer ${changed[kind](own)}`;
}

/** What is made of the user's own token; where it is no JWT, another character stands for what only a JWT has. */
const changed = {
  forged: forgedToken,
  expired: (own) => withClaims(own, { exp: 1_000_000_000 }) ?? forgedToken(own, 0.25),
  unsigned: (own) => withoutSignature(own) ?? forgedToken(own, 0.75),
  // The last characters of a signature may hold bits that mean nothing.
  shortened: (own) => own.slice(0, -Math.min(6, Math.ceil(own.length / 2))),
  lengthened: (own) => `${own}A`,
  wildcard: (own) => `${own.slice(0, Math.ceil(own.length / 2))}%`,
} as const satisfies Partial<Record<InvalidToken, (own: string) => string>>;

/** Of the form of a JWT, without a valid signature. */
function unknownToken(): string {
  return [
    encode({ alg: 'HS256', typ: 'JWT' }),
    encode({ sub: 'nobody' }),
    randomBytes(32).toString('base64url'),
  ].join('.');
}

/** Says what the token says, but with another signature: where it is no JWT, a text that differs in one character. */
export function forgedToken(token: string, part = 0.5): string {
  const begins = token.lastIndexOf('.');
  const place = begins + Math.ceil((token.length - begins) * part);
  return `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
}

function withClaims(token: string, claims: object): string | undefined {
  const [head = '', payload = '', ...rest] = token.split('.');
  const said = decode(payload);
  return said && [head, encode({ ...said, ...claims }), ...rest].join('.');
}

function withoutSignature(token: string): string | undefined {
  const [head = '', payload = ''] = token.split('.');
  const said = decode(head);
  return said && [encode({ ...said, alg: 'none' }), payload, ''].join('.');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): object | undefined {
  const value = parseJson(Buffer.from(part, 'base64url').toString());
  return isRecord(value) ? value : undefined;
}
