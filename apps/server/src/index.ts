export { type App, type AppOptions, createApp } from './create-app.ts';
export type { ModelOptions } from './model/agent-model.ts';
export type { Report } from './report.ts';
export { sandboxFixtures } from './sandbox/sandbox-fixtures.ts';
export type { SandboxKeys } from './sandbox/sandbox-keys.ts';
export { sandboxAgents } from './sandbox/seed-sandbox.ts';
export { UserError } from './user-error.ts';
