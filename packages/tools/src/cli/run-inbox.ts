import { announceInbox } from './announce-inbox.ts';
import { createLocalService } from './create-local-service.ts';
import { UsageError } from './usage-error.ts';

/** Serves the inbox page until the process is stopped. @throws {UsageError} without a token. */
export async function runInbox({ port, token }: { port: number; token: string | undefined }): Promise<void> {
  if (!token) throw new UsageError('Set NOTIFIER_TOKEN to a secret of your choice.');
  await announceInbox(await createLocalService(token), port);
}
