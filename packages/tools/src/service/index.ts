export type { ExportedRecord } from './accounts.ts';
export {
  type Audience,
  createNotificationService,
  type NewUser,
  type NotificationService,
  type NotificationServiceOptions,
} from './create-notification-service.ts';
export { createMemoryStorage } from './memory-storage.ts';
export type {
  FilePlace,
  NotificationStorage,
  RecordKind,
  RecordPlace,
  RecordQuery,
  StoredRecord,
} from './notification-storage.ts';
export { createPostgresStorage, type PostgresDatabase } from './postgres-storage.ts';
export type { RateLimitOptions } from './rate-limit.ts';
export type { UploadLimits, User } from './service-context.ts';
