export type { InputOf, ToolCall } from '../tool-call.ts';
export type { Chat, Push, ServiceRecord } from '../tool-output.ts';
export {
  type ApprovalRequest,
  type Approvals,
  type ApprovalsOptions,
  type Approve,
  createApprovals,
} from './approvals.ts';
export type { Assessment, BlastRadius } from './assess-call.ts';
export type { Backend, Exchange, PlannedRequest, ValidCall } from './backend.ts';
export {
  createExecutor,
  type DryRun,
  type Executor,
  type ExecutorCall,
  type ExecutorOptions,
} from './create-executor.ts';
export {
  type EmbeddedOptions,
  embeddedBackend,
  type UpstreamOptions,
  upstreamBackend,
} from './http-backend.ts';
export { listAllChats, listAllPushes } from './list-all.ts';
export { type FilePush, pushFile } from './push-file.ts';
export {
  ApprovalRequired,
  BadInput,
  NotConnected,
  RateLimited,
  ToolError,
  UpstreamError,
} from './tool-error.ts';
