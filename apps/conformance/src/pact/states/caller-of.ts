import { requireFixture, type Scene } from './state.ts';

/** The caller of an interaction, if a state before chose one. */
export function callerOf({ before }: Scene): { credential?: string } {
  return typeof before.credential === 'string' ? { credential: before.credential } : {};
}

/** Somebody else, who owns what the caller may not use. */
export function otherUser({ deployment: { credentials } }: Scene): { credential: string } {
  return { credential: requireFixture(credentials.otherJwt, 'credentials.otherJwt') };
}
