export type { Interpreter, Program } from './agents/interpreter/interpreter.ts';
export {
  commandTransport,
  createOutsideInterpreter,
  httpTransport,
  type SandboxService,
  type SandboxTransport,
} from './agents/interpreter/outside-interpreter.ts';
export type { ModelOptions, ModelSource } from './agents/model/agent-model.ts';
export type { App, AppOptions } from './app/app.ts';
export { createApp } from './app/create-app.ts';
export { type RunningServer, startServer } from './app/start-server.ts';
export type { JobOutcome } from './domain/program.ts';
export type { Tier } from './domain/visibility.ts';
export { UserError } from './platform/errors.ts';
export type { LogDetails, Logger, LogLevel } from './platform/logger.ts';
export type { Claims, IdentityOptions } from './platform/oidc-verifier.ts';
export { sandboxAgents } from './sandbox/sandbox-agents.ts';
export { sandboxFixtures } from './sandbox/sandbox-fixtures.ts';
export type { SandboxCredentials, SandboxKeys } from './sandbox/sandbox-keys.ts';
