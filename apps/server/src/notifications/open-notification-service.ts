import type { NotificationService } from '@agent-workers/tools/service';
import type { Logger } from '../platform/logger.ts';
import { asTextQueries, lockNumber } from '../store/connection.ts';
import type { Store } from '../store/store.ts';
import { notifierPath } from './notifications.ts';

/** What the embedded service is opened with. */
export interface NotificationServiceSetting {
  db: Store['db'];
  secret: string;
  publicUrl: string | undefined;
  /** Whether a user may store so many bytes more. */
  mayStore: (userId: string, bytes: number) => Promise<boolean>;
}

/** Gives a function that opens the embedded notification service once, in tables of the deployment's database. */
export function notificationServiceOpener(
  options: NotificationServiceSetting,
  logger: Logger,
): () => Promise<NotificationService> {
  let opened: Promise<NotificationService> | undefined;

  async function open(): Promise<NotificationService> {
    const { createNotificationService, createPostgresStorage } = await loadService();
    await createTables(options.db);
    return await createNotificationService({
      storage: await createPostgresStorage(asTextQueries(options.db)),
      basePath: notifierPath,
      ...(options.publicUrl && { publicUrl: `${options.publicUrl}${notifierPath}` }),
      secret: options.secret,
      mayStore: ({ name: userId }, bytes) => options.mayStore(userId, bytes),
      onError: (error) => logger('The notification service met an error.', { error }),
    });
  }

  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Loaded at the first use: it would slow every start. */
const loadService = () => import('@agent-workers/tools/service');

// Any number will do that nothing else in this database locks.
const lock = 4_821_177;

/** Two processes that make the same table at once would disturb each other. */
async function createTables(db: Store['db']): Promise<void> {
  const { createPostgresStorage } = await loadService();
  await db.transaction().execute(async (transaction) => {
    await lockNumber(transaction, lock);
    await createPostgresStorage(asTextQueries(transaction));
  });
}
