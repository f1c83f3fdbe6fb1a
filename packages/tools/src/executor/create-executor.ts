import type { ToolName } from '../gen/definitions.ts';
import type { ToolCall } from '../tool-call.ts';
import { findDefinition, isToolName } from '../validate.ts';
import { type Problem, validateInput } from '../validate-input.ts';
import type { ApprovalRequest, Approve } from './approvals.ts';
import { type Assessment, assessCall } from './assess-call.ts';
import type { Backend, PlannedRequest, ValidCall } from './backend.ts';
import { deriveGuid } from './derive-guid.ts';
import { digestJson } from './digest.ts';
import { ApprovalRequired, BadInput } from './tool-error.ts';

export interface ExecutorOptions {
  backend: Backend;
  /** With the id of each call, from which the guid of a push is made, so that a repeated call sends it once. */
  runId?: string;
  /** Which calls wait for a person: by default those that delete, and those that reach a channel or everyone. */
  needsApproval?: (assessment: Assessment, call: ValidCall) => boolean;
  /** Asks the person. Left out, no call that needs approval is sent. */
  approve?: Approve;
  /**
   * The interface doesn't forbid unknown keys, yet services ignore them, and a mistyped target turns a push for one
   * device into one for all. So they are refused unless this says `send`.
   */
  unknownKeys?: 'refuse' | 'send';
}

export interface ExecutorCall<Name extends ToolName = ToolName> extends ToolCall<Name> {
  signal?: AbortSignal;
}

export interface DryRun extends Assessment {
  request: PlannedRequest;
  needsApproval: boolean;
}

/** Runs calls, each as one HTTP exchange. All three throw `BadInput` on an input that is refused before it is sent. */
export interface Executor {
  /** What the tool returned, which the interface doesn't show. @throws {ToolError} */
  run<Name extends ToolName>(call: ExecutorCall<Name>): Promise<unknown>;
  /** What `run` would do. Nothing is sent, and no approval is asked for. */
  dryRun<Name extends ToolName>(call: ExecutorCall<Name>): Promise<DryRun>;
  /** Asks for what the call needs. @throws {ApprovalRequired} */
  authorize<Name extends ToolName>(call: ExecutorCall<Name>): Promise<void>;
  /** Runs a call that your program, not a model, authorized otherwise. */
  runAuthorized<Name extends ToolName>(call: ExecutorCall<Name>): Promise<unknown>;
  readonly backend: Backend;
  readonly runId: string | undefined;
}

export function createExecutor(options: ExecutorOptions): Executor {
  const { backend, needsApproval = isFarReaching } = options;
  const check = <Name extends ToolName>({ input, ...call }: ExecutorCall<Name>) => {
    // Whatever the types say of an input, it is checked as a record of anything.
    const fields: object = input;
    return checkCall({ ...call, input: { ...fields } }, options.unknownKeys ?? 'refuse');
  };
  const executor: Executor = {
    backend,
    runId: options.runId,
    async run(call) {
      await executor.authorize(call);
      return executor.runAuthorized(call);
    },
    async dryRun(call) {
      const valid = check(call);
      const assessment = assessCall(valid);
      const { request } = await backend.plan(await withGuid(valid, call.callId, options.runId));
      return { ...assessment, request, needsApproval: needsApproval(assessment, valid) };
    },
    async authorize(call) {
      const valid = check(call);
      const assessment = assessCall(valid);
      if (!needsApproval(assessment, valid)) return;
      const request = await requestOf(valid, assessment, backend);
      if (!(await options.approve?.(request))) throw new ApprovalRequired(request);
    },
    async runAuthorized(call) {
      const exchange = await backend.plan(await withGuid(check(call), call.callId, options.runId));
      return exchange.send();
    },
  };
  return executor;
}

function isFarReaching({ effects, radius }: Assessment): boolean {
  return effects.destructive || radius === 'channel' || radius === 'everyone';
}

async function requestOf(
  { tool, input }: ValidCall,
  { radius, preview }: Assessment,
  { name }: Backend,
): Promise<ApprovalRequest> {
  return { digest: await digestJson({ tool, input, backend: name }), tool, input, radius, preview };
}

/** @throws {BadInput} */
function checkCall({ tool, input, signal }: ExecutorCall, unknownKeys: 'refuse' | 'send'): ValidCall {
  if (!isToolName(tool)) throw new BadInput([{ path: '', message: `There is no tool ${tool}` }]);
  const definition = findDefinition(tool);
  const known = Object.keys(definition.inputSchema.properties ?? {});
  const problems: Problem[] = validateInput(definition, input);
  const unknown = unknownKeys === 'refuse' ? Object.keys(input).filter((name) => !known.includes(name)) : [];
  const strange = unknown.map((path) => ({
    path,
    message: `${path} is unknown; use one of: ${known.join(', ') || 'none'}`,
  }));
  if (problems.length + strange.length > 0) throw new BadInput([...problems, ...strange]);
  return { tool, input, ...(signal && { signal }) };
}

/** A push without a guid gets one; where run and call are known, it is the same for every repeat of the call. */
async function withGuid(call: ValidCall, callId?: string, runId?: string): Promise<ValidCall> {
  const { tool, input } = call;
  if (tool !== 'NOTIFIER_CREATE_PUSH' || input.guid !== undefined) return call;
  return { ...call, input: { ...input, guid: await deriveGuid({ runId, callId, input }) } };
}
