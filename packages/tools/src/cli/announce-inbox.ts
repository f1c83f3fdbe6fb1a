import { listenFetch } from '../node/listen-fetch.ts';
import type { NotificationService } from '../service/create-notification-service.ts';

/** On standard error, because standard output may be a protocol. */
export async function announceInbox(service: NotificationService, port: number): Promise<void> {
  const { address } = await listenFetch(service.fetch, port);
  process.stderr.write(`Inbox: ${address}/inbox\n`);
}
