import type { ServiceKey } from '../domain/tools/tool.ts';
import type { Database } from './store.ts';

type ConnectionKey = ServiceKey & { userId: string };

/** Stores the encrypted token of a connection in place of an earlier one. */
export async function saveConnection(
  db: Database,
  { userId, namespace, serviceId, sealedToken }: ConnectionKey & { sealedToken: string },
): Promise<void> {
  await db
    .insertInto('auth_connection')
    .values({ user_id: userId, namespace, service_id: serviceId, sealed_token: sealedToken })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'namespace', 'service_id']).doUpdateSet({ sealed_token: sealedToken }),
    )
    .execute();
}

/** The encrypted token of a connection. */
export async function findConnection(db: Database, key: ConnectionKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_connection')
    .select('sealed_token')
    .where('user_id', '=', key.userId)
    .where('namespace', '=', key.namespace)
    .where('service_id', '=', key.serviceId)
    .executeTakeFirst();
  return row?.sealed_token;
}

export async function deleteConnections(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('auth_connection').where('user_id', '=', userId).execute();
}
