export * from './gen/zod/user-api.ts';
export * from './gen/zod/workers-api.ts';
