import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { deriveKey } from './secrets/secret-box.ts';

/** Who signs the JWTs that the User API takes. */
export interface IdentityOptions {
  issuer: string;
  audience: string;
  /** Where the issuer publishes its keys, or the keys themselves. */
  keys: URL | JSONWebKeySet;
}

/** What a valid JWT says. */
export interface Claims {
  /** Names the user. */
  subject: string;
  /** The tier a user begins with when first seen. */
  tier: 'sandbox' | 'standard';
  /** When it ceases to be valid, in ms since 1970. */
  expiresAt: number;
}

/** Signs a token that is good for so many seconds. */
export type IssueJwt = (claims: Omit<Claims, 'expiresAt'>, lifetimeSeconds: number) => Promise<string>;

export interface Identity {
  /** What the token says, or undefined when it isn't valid here and now. */
  verify(jwt: string): Promise<Claims | undefined>;
  /** Signs a token; undefined where another issuer does that. */
  issue: IssueJwt | undefined;
}

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const clockTolerance = 5;

/** Takes the tokens of an outside issuer and signs none. */
export function createOidcVerifier({ issuer, audience, keys }: IdentityOptions): Identity {
  const keySet = keys instanceof URL ? createRemoteJWKSet(keys) : createLocalJWKSet(keys);
  const options = { issuer, audience, algorithms: asymmetric, ...required };
  return {
    verify: (jwt) => claimsOf(async () => (await jwtVerify(jwt, keySet, options)).payload),
    issue: undefined,
  };
}

/** An issuer for development: signs and takes tokens under a key derived from the deployment's secret. */
export function createEmbeddedIssuer(secret: Buffer): Identity & { issue: IssueJwt } {
  const key = deriveKey(secret, 'development issuer');
  const parties = { issuer: 'agent-workers-server', audience: 'agent-workers-user-api' };
  const options = { ...parties, algorithms: ['HS256'], ...required };
  return {
    verify: (jwt) => claimsOf(async () => (await jwtVerify(jwt, key, options)).payload),
    issue: ({ subject, tier }, lifetimeSeconds) =>
      new SignJWT({ tier })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(parties.issuer)
        .setAudience(parties.audience)
        .setSubject(subject)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds} s`)
        .sign(key),
  };
}

const required = { requiredClaims: ['sub', 'exp'], clockTolerance };

async function claimsOf(
  verify: () => Promise<{ sub?: string; exp?: number; tier?: unknown }>,
): Promise<Claims | undefined> {
  try {
    const { sub, exp = 0, tier } = await verify();
    return sub && !sub.includes('\0')
      ? { subject: sub, tier: tier === 'sandbox' ? tier : 'standard', expiresAt: exp * 1000 }
      : undefined;
  } catch (error) {
    // Keys that can't be fetched are the server's trouble, not the token's.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined;
    throw error;
  }
}
