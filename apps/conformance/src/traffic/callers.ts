import { createHmac } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { type Captured, type HeaderList, headerIn } from './captured.ts';
import { looksSecret, secretName } from './secret-shape.ts';

/** Who sent a request: `somebody` with a pseudonym, someone without a credential, or someone whose credential the capture lacks. */
export type Caller =
  | { readonly kind: 'somebody'; readonly name: string }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'not-told' };

export interface Callers {
  readonly callerOf: (captured: Captured) => Caller;
  /** What opens the deployment in a request, to be hidden wherever it shows. */
  readonly secretsIn: (captured: Captured) => readonly string[];
}

/** Headers that may hold a credential, whatever a gateway calls them. */
const credentialHeader =
  /^(authorization|proxy-authorization|cookie)$|(^|-)(api-?key|key|auth|token|session|jwt|secret)(-|$)/i;

/**
 * Knows callers by pseudonyms: keyed hashes of what they send to be let in. Two credentials of one user that the config
 * has are one caller.
 *
 * @param key drawn for this program's run and kept nowhere
 */
export function createCallers(key: Uint8Array, credentials: Deployment['credentials']): Callers {
  const { apiKey, jwt, otherApiKey, otherJwt, sandboxJwt } = credentials;
  const known = new Map<string | undefined, string>([
    [apiKey, 'own'],
    [jwt, 'own'],
    [otherApiKey, 'other'],
    [otherJwt, 'other'],
    [sandboxJwt, 'sandbox'],
  ]);
  // A browser's export may lack every credential: that one is missing says something only where others have one.
  const telling = new Set<string>();
  return {
    callerOf: ({ source, requestHeaders, url, caller }) => {
      if (caller === 'anonymous') return { kind: 'anonymous' };
      if (caller !== undefined) return { kind: 'somebody', name: caller.name };
      const authorization = headerIn(requestHeaders, 'authorization');
      if (authorization !== undefined) telling.add(source);
      const name = known.get(withoutScheme(authorization ?? ''));
      if (name !== undefined) return { kind: 'somebody', name };
      const sent = credentialsIn(requestHeaders, url);
      if (sent.length > 0) return { kind: 'somebody', name: pseudonymOf(sent, key) };
      return { kind: telling.has(source) ? 'anonymous' : 'not-told' };
    },
    secretsIn: ({ requestHeaders, url }) => {
      const token = withoutScheme(headerIn(requestHeaders, 'authorization') ?? '');
      const others = credentialsIn(requestHeaders, url)
        .flatMap((value) => [value, withoutScheme(value), ...value.split(/;\s*/).map(withoutName)])
        .filter(looksSecret);
      return isWord(token) ? others : [token, ...others];
    },
  };
}

function credentialsIn(headers: HeaderList, url: string): readonly string[] {
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return [
    ...headers.filter(([name]) => credentialHeader.test(name)),
    ...query.filter(([name]) => secretName.test(name)),
  ].map(([, value]) => value);
}

function pseudonymOf(credentials: readonly string[], key: Uint8Array): string {
  return `user-${createHmac('sha256', key).update(credentials.join('\n')).digest('hex').slice(0, 12)}`;
}

function withoutScheme(value: string): string {
  return value.replace(/^[A-Za-z]+\s+/, '').trim();
}

/** Of a cookie. */
function withoutName(value: string): string {
  return value.slice(value.indexOf('=') + 1);
}

/** As in tests; to hide it everywhere would hide names. */
function isWord(token: string): boolean {
  return token.length < shortestToken || (token.length < longWord && /^[A-Za-z_-]*$/.test(token));
}

const shortestToken = 6;
const longWord = 24;
