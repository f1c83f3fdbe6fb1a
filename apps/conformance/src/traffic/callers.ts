import { createHmac } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { BoundedMap } from './bounded-map.ts';
import { type Captured, headerIn } from './captured.ts';
import { credentialsIn, withoutScheme } from './secrets-in.ts';

/**
 * Who sent a request: `somebody` with a pseudonym, someone without a credential, or someone whose credential the capture
 * lacks. Which user somebody is, is known where the config names them, and else is not: two pseudonyms may be one user.
 */
export type Caller =
  | {
      readonly kind: 'somebody';
      readonly name: string;
      readonly isNamed: boolean;
      /** Whether it came with a key that the deployment gave this caller before. */
      readonly hasNewKey?: boolean;
    }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'not-told' };

export interface Callers {
  readonly callerOf: (captured: Captured) => Caller;
  /** From now on who comes with this key is the caller that it was given to. */
  readonly gave: (key: string, to: Caller) => void;
  /** How many pseudonyms there are. */
  readonly guessed: () => number;
}

/** So many keys that were given are known; the oldest are forgotten first. */
const mostKeys = 10_000;

/**
 * Knows callers by pseudonyms: keyed hashes of what they send to be let in. All credentials of one user that the config
 * has are one caller.
 *
 * @param key drawn for this program's run and kept nowhere
 */
export function createCallers(
  key: Uint8Array,
  { credentials, traffic }: Pick<Deployment, 'credentials' | 'traffic'>,
): Callers {
  const known = namesIn({ credentials, traffic });
  const given = new BoundedMap<string, Extract<Caller, { kind: 'somebody' }>>(mostKeys);
  const guessed = new Set<string>();
  // A browser's export may lack every credential: that one is missing says something only where others have one.
  const telling = new Set<string>();
  const hashOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 12);
  const gave: Callers['gave'] = (secret, to) => {
    if (to.kind === 'somebody') given.set(hashOf(secret), { ...to, hasNewKey: true });
  };
  const byToken = (token: string): Caller | undefined => {
    if (token === '') return undefined;
    const name = known.get(token);
    return name === undefined ? given.get(hashOf(token)) : { kind: 'somebody', name, isNamed: true };
  };
  const byAllSent = ({ source, requestHeaders, url }: Captured): Caller => {
    const sent = credentialsIn(requestHeaders, url);
    if (sent.length === 0) return { kind: telling.has(source) ? 'anonymous' : 'not-told' };
    const pseudonym = `user-${hashOf(sent.join('\n'))}`;
    if (guessed.size < mostKeys) guessed.add(pseudonym);
    return { kind: 'somebody', name: pseudonym, isNamed: false };
  };
  return {
    guessed: () => guessed.size,
    gave,
    callerOf: (captured) => {
      const { source, requestHeaders, caller } = captured;
      if (caller === 'anonymous') return { kind: 'anonymous' };
      if (caller !== undefined) return { kind: 'somebody', name: caller.name, isNamed: false };
      const authorization = headerIn(requestHeaders, 'authorization');
      if (authorization !== undefined) telling.add(source);
      return byToken(withoutScheme(authorization ?? '')) ?? byAllSent(captured);
    },
  };
}

/** The users that the config tells, by each of their credentials. */
function namesIn({
  credentials: { apiKey, jwt, otherApiKey, otherJwt, sandboxJwt },
  traffic,
}: Pick<Deployment, 'credentials' | 'traffic'>): ReadonlyMap<string | undefined, string> {
  return new Map([
    [apiKey, 'own'],
    [jwt, 'own'],
    [otherApiKey, 'other'],
    [otherJwt, 'other'],
    [sandboxJwt, 'sandbox'],
    ...Object.entries(traffic?.users ?? {}).flatMap(([name, some]) =>
      some.map((credential): readonly [string, string] => [credential, name]),
    ),
  ]);
}
