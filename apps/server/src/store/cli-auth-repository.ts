import { sql } from 'kysely';
import type { Database } from './store.ts';

/** A session that waits for a JWT, or holds one that was not read yet. */
export interface CliAuthSession {
  id: string;
  expiresAt: Date;
}

/** Opens a session, and forgets those that are over. */
export async function insertSession(db: Database, session: CliAuthSession): Promise<void> {
  await db.deleteFrom('cli_auth_session').where('expires_at', '<=', now).execute();
  await db.insertInto('cli_auth_session').values({ id: session.id, expires_at: session.expiresAt }).execute();
}

export async function findSession(db: Database, id: string): Promise<CliAuthSession | undefined> {
  const row = await db
    .selectFrom('cli_auth_session')
    .select('expires_at')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { id, expiresAt: row.expires_at };
}

/** Puts a JWT into a session that is empty or the user's own. @returns undefined when it's neither. */
export async function attachJwt(
  db: Database,
  { id, userId, sealedJwt }: { id: string; userId: string; sealedJwt: string },
): Promise<CliAuthSession | undefined> {
  const row = await db
    .updateTable('cli_auth_session')
    .set({ user_id: userId, sealed_jwt: sealedJwt })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where((is) => is.or([is('user_id', 'is', null), is('user_id', '=', userId)]))
    .returning('expires_at')
    .executeTakeFirst();
  return row && { id, expiresAt: row.expires_at };
}

/** Takes the JWT out together with its session: of two that read at once, one statement finds the row. */
export async function takeJwt(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('cli_auth_session')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('sealed_jwt', 'is not', null)
    .returning('sealed_jwt')
    .executeTakeFirst();
  return row?.sealed_jwt ?? undefined;
}

const now = sql<Date>`now()`;
