import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './errors.ts';

type Credentials = Deployment['credentials'];

const pairs: readonly (readonly [keyof Credentials, keyof Credentials])[] = [
  ['jwt', 'otherJwt'],
  ['jwt', 'sandboxJwt'],
  ['otherJwt', 'sandboxJwt'],
  ['apiKey', 'otherApiKey'],
];

/**
 * What one user may not see of another can only be judged with two of them.
 *
 * @throws UsageError when two credentials are one, or two JWTs name the same subject
 */
export function requireTwoUsers(credentials: Credentials): void {
  for (const [one, other] of pairs) {
    if (credentials[one] !== undefined && credentials[one] === credentials[other])
      throw sameUser(one, other, 'they are the same text');
  }
  const own = subjectOf(credentials.jwt);
  if (own !== undefined && own === subjectOf(credentials.otherJwt))
    throw sameUser('jwt', 'otherJwt', 'both tokens have the same issuer and subject (iss, sub)');
}

/** Whether the JWTs of the two users say by themselves that they are about two. */
export function haveOtherSubjects({ jwt, otherJwt }: Credentials): boolean {
  const [own, other] = [subjectOf(jwt), subjectOf(otherJwt)];
  return own !== undefined && other !== undefined && own !== other;
}

export function sameUser(one: keyof Credentials, other: keyof Credentials, seen: string): UsageError {
  return new UsageError(
    `credentials.${one} and credentials.${other} are the same user: ${seen}. Rules about other users need two; leave ${other} out, and they are not judged.`,
  );
}

/** Whom a JWT is about; undefined where it doesn't say, or is no JWT. */
function subjectOf(token: string | undefined): string | undefined {
  const [, payload] = token?.split('.') ?? [];
  const claims = payload === undefined ? undefined : parseJson(Buffer.from(payload, 'base64url').toString());
  if (!isRecord(claims) || typeof claims.sub !== 'string') return undefined;
  return JSON.stringify([claims.iss ?? null, claims.sub]);
}
