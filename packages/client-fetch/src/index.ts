export type { BoundOperations } from './clients/bind-operations.ts';
export type { ClientOptions } from './clients/client-options.ts';
export { createUserClient, type UserClient } from './clients/create-user-client.ts';
export { createWorkersClient, type WorkersClient } from './clients/create-workers-client.ts';
export * from './gen/index.ts';
export * from './plain.ts';
export { type KyTransportOptions, kyTransport } from './transport/ky-transport.ts';
export type { RetryOptions } from './transport/with-retries.ts';
