export type * from '@agent-workers/types/records';
export type {
  ClientCallOptions,
  ClientNdjsonOptions,
  ClientWriteOptions,
} from './clients/call-options.ts';
export type {
  ApiKeyUserClientOptions,
  ClientOptions,
  UserClientOptions,
  WorkersClientOptions,
} from './clients/client-options.ts';
export {
  createUserClient,
  type PlainUserClient,
  type ProfiledUserClient,
  type UserClient,
} from './clients/create-user-client.ts';
export { createWorkersClient, type WorkersClient } from './clients/create-workers-client.ts';
export type { PagedMethod } from './clients/paged-method.ts';
export type { NoProfile, Profile, ProfiledOperation } from './clients/profile.ts';
export * from './gen/index.ts';
export type * from './gen/user-api-methods.ts';
export type * from './gen/workers-api-methods.ts';
export * from './plain.ts';
export { type ClientTransportOptions, clientTransport } from './transport/client-transport.ts';
export type { RetryOptions } from './transport/limits.ts';
export type { LogLevel } from './transport/log-level.ts';
