// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

export * from './agent-files.ts';
export * from './agent-runs.ts';
export * from './agent-themes.ts';
export * from './agents.ts';
export * from './api-keys.ts';
export * from './billing.ts';
export * from './bundles.ts';
export * from './chats.ts';
export * from './cli-auth.ts';
export * from './credits.ts';
export * from './executions.ts';
export * from './monetization.ts';
export * from './payments.ts';
export * from './runs.ts';
export * from './schedules.ts';
export * from './studio-chats.ts';
export * from './subscriptions.ts';
export * from './tools.ts';
export * from './toolsets.ts';
export * from './user-tools.ts';
export * from './user.ts';
export * from './vip.ts';
