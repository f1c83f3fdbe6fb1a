import { sql } from 'kysely';
import type { Bundle } from '../domain/bundle.ts';
import type { Database } from './store.ts';

interface BundleKey {
  id: number;
  userId: string;
}

export async function insertBundle(
  db: Database,
  { userId, name }: { userId: string; name: string },
): Promise<Bundle> {
  return await db
    .insertInto('bundle')
    .values({ user_id: userId, name, description: null })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** A user's bundles with the number of their tools, oldest first. */
export async function listBundles(db: Database, userId: string): Promise<(Bundle & { toolCount: number })[]> {
  return await db
    .selectFrom('bundle')
    .select(columns)
    .select((select) =>
      select
        .selectFrom('bundle_tool')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('bundle_tool.bundle_id', '=', 'bundle.id')
        .$asScalar()
        .$notNull()
        .as('toolCount'),
    )
    .where('user_id', '=', userId)
    .orderBy('bundle.id')
    .execute();
}

/** Finds a bundle only for its owner. */
export async function findBundle(db: Database, { id, userId }: BundleKey): Promise<Bundle | undefined> {
  return await db
    .selectFrom('bundle')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Changes what is given. @throws when the user has another bundle of this name. */
export async function updateBundle(
  db: Database,
  { id, userId }: BundleKey,
  change: { name?: string | undefined; description?: string | null | undefined },
): Promise<Bundle | undefined> {
  const { name, description } = change;
  return await db
    .updateTable('bundle')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a bundle with its memberships. @returns what it was. */
export async function deleteBundle(db: Database, { id, userId }: BundleKey): Promise<Bundle | undefined> {
  return await db
    .deleteFrom('bundle')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

const columns = [
  'bundle.id as id',
  'bundle.name as name',
  'bundle.description as description',
  'bundle.created_at as createdAt',
  'bundle.updated_at as updatedAt',
] as const;
