export {
  type Audience,
  createNotificationService,
  type NewUser,
  type NotificationService,
  type NotificationServiceOptions,
} from './create-notification-service.ts';
export { createMemoryStorage } from './memory-storage.ts';
export type {
  NotificationStorage,
  RecordKind,
  RecordPlace,
  RecordQuery,
  StoredRecord,
} from './notification-storage.ts';
export { createPostgresStorage, type PostgresDatabase } from './postgres-storage.ts';
export type { RateLimitOptions } from './rate-limit.ts';
export type { UploadLimits } from './service-context.ts';
