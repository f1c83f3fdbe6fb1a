import { isGuid } from '../domain/guid.ts';
import { apiError } from '../platform/errors.ts';
import type { Database } from '../store/store.ts';
import type { User } from '../store/user-repository.ts';

/** A user by id. @throws a 404 when there's none. */
export async function requireUser(db: Database, id: string): Promise<User> {
  const row = isGuid(id)
    ? await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw apiError(404, `There is no user ${id}.`);
  return { id: row.id, name: row.name, tier: row.tier, createdAt: row.created_at };
}
