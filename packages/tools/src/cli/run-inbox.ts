import { listenFetch } from '../node/listen-fetch.ts';
import {
  createNotificationService,
  type NotificationService,
} from '../service/create-notification-service.ts';
import { UsageError } from './usage-error.ts';

/** A service that holds one user, known by this token. */
export async function createLocalService(token: string): Promise<NotificationService> {
  const service = await createNotificationService();
  await service.createUser({ email: 'you@localhost', name: 'You', token });
  return service;
}

/** Serves the inbox page until the process is stopped. @throws {UsageError} without a token. */
export async function runInbox({ port, token }: { port: number; token: string | undefined }): Promise<void> {
  if (!token) throw new UsageError('Set NOTIFIER_TOKEN to a secret of your choice.');
  await announceInbox(await createLocalService(token), port);
}

/** On standard error, because standard output may be a protocol. */
export async function announceInbox(service: NotificationService, port: number): Promise<void> {
  const { address } = await listenFetch(service.fetch, port);
  process.stderr.write(`Inbox: ${address}/inbox\n`);
}
