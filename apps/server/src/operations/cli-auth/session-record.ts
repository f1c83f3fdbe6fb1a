import type { CliAuthSession } from '../../store/cli-auth-repository.ts';

/** A session as it's shown; never with the JWT, which only the reader gets. */
export function toSessionRecord(session: CliAuthSession) {
  return { cli_auth_id: session.id, expires_at: session.expiresAt.toISOString() };
}

/** Why a JWT is sealed: to be read from this session. */
export function purposeFor(sessionId: string): string {
  return `jwt of cli session ${sessionId}`;
}
