// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

export * as agentFiles from './agent-files.ts';
export * as agentRuns from './agent-runs.ts';
export * as agentThemes from './agent-themes.ts';
export * as agents from './agents.ts';
export * as apiKeys from './api-keys.ts';
export * as billing from './billing.ts';
export * as bundles from './bundles.ts';
export * as chats from './chats.ts';
export * as cliAuth from './cli-auth.ts';
export * as credits from './credits.ts';
export * as executions from './executions.ts';
export * as monetization from './monetization.ts';
export * as payments from './payments.ts';
export * as schedules from './schedules.ts';
export * as studioChats from './studio-chats.ts';
export * as subscriptions from './subscriptions.ts';
export * as tools from './tools.ts';
export * as toolsets from './toolsets.ts';
export * as user from './user.ts';
export * as userTools from './user-tools.ts';
export * as vip from './vip.ts';
