export { type App, type AppOptions, createApp } from './create-app.ts';
export type { JobOutcome } from './domain/job-outcome.ts';
export type { Interpreter, Program } from './interpreter/interpreter.ts';
export type { ModelOptions, ModelSource } from './model/agent-model.ts';
export type { Report } from './report.ts';
export { sandboxFixtures } from './sandbox/sandbox-fixtures.ts';
export type { SandboxKeys } from './sandbox/sandbox-keys.ts';
export { sandboxAgents } from './sandbox/seed-sandbox.ts';
export { UserError } from './user-error.ts';
