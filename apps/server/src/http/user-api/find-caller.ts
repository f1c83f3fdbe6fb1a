import type { Caller } from '../../identity/caller.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Database } from '../../store/store.ts';
import { seeUser } from '../../store/user-repository.ts';

/** The user whose valid JWT a request carries; seen for the first time, the user is added. */
export async function findCaller(
  { identity, db }: { identity: Identity; db: Database },
  headers: Headers,
): Promise<Caller | undefined> {
  const [, jwt] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  const claims = jwt ? await identity.verify(jwt) : undefined;
  if (!jwt || !claims) return undefined;
  const user = await seeUser(db, { name: claims.subject, tier: claims.tier });
  return { userId: user.id, name: user.name, tier: user.tier, jwt, jwtExpiresAt: claims.expiresAt };
}
