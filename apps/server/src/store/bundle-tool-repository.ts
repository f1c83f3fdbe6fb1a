import type { BundleTool } from '../domain/bundle.ts';
import type { Database } from './store.ts';

type Membership = Pick<BundleTool, 'bundleId' | 'toolId'>;

/** Adds a tool; one that is a member already stays as it is. */
export async function insertBundleTool(db: Database, membership: Membership): Promise<BundleTool> {
  await db
    .insertInto('bundle_tool')
    .values({ bundle_id: membership.bundleId, tool_id: membership.toolId })
    .onConflict((conflict) => conflict.columns(['bundle_id', 'tool_id']).doNothing())
    .execute();
  return await db
    .selectFrom('bundle_tool')
    .select(columns)
    .where('bundle_id', '=', membership.bundleId)
    .where('tool_id', '=', membership.toolId)
    .executeTakeFirstOrThrow();
}

/** The tools of a bundle, in the order of their ids. */
export async function listBundleTools(db: Database, bundleId: number): Promise<BundleTool[]> {
  return await db
    .selectFrom('bundle_tool')
    .select(columns)
    .where('bundle_id', '=', bundleId)
    .orderBy('tool_id')
    .execute();
}

/** Removes a tool. @returns what the membership was. */
export async function deleteBundleTool(
  db: Database,
  { bundleId, toolId }: Membership,
): Promise<BundleTool | undefined> {
  return await db
    .deleteFrom('bundle_tool')
    .where('bundle_id', '=', bundleId)
    .where('tool_id', '=', toolId)
    .returning(columns)
    .executeTakeFirst();
}

/** Makes these the only tools of a bundle. */
export async function replaceBundleTools(
  db: Database,
  { bundleId, toolIds }: { bundleId: number; toolIds: readonly string[] },
): Promise<void> {
  const others = db.deleteFrom('bundle_tool').where('bundle_id', '=', bundleId);
  await (toolIds.length > 0 ? others.where('tool_id', 'not in', toolIds) : others).execute();
  for (const toolId of toolIds) await insertBundleTool(db, { bundleId, toolId });
}

const columns = [
  'bundle_tool.bundle_id as bundleId',
  'bundle_tool.tool_id as toolId',
  'bundle_tool.created_at as addedAt',
] as const;
