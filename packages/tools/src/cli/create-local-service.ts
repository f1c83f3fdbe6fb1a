import {
  createNotificationService,
  type NotificationService,
} from '../service/create-notification-service.ts';

/** A service that holds one user, known by this token. */
export async function createLocalService(token: string): Promise<NotificationService> {
  const service = await createNotificationService();
  await service.createUser({ email: 'you@localhost', name: 'You', token });
  return service;
}
