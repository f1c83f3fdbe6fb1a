import type { DecodeOptions } from '../dialects/decode-arguments.ts';
import type { ModelCall, Toolset } from '../dialects/toolset.ts';
import { NotConnected, ToolError, UpstreamError } from '../executor/tool-error.ts';
import { unsentErrors } from '../executor/unsent-errors.ts';
import type { ToolCall } from '../tool-call.ts';
import type { ToolAnswer } from './tool-answer.ts';

/**
 * Runs a valid call; an executor's `run` is one. What the model should read is thrown as a `ToolError` of `./executor`;
 * of any other error the model is told nothing but that the tool failed.
 */
export type RunTool = (call: ToolCall) => Promise<unknown>;

/** How calls are run. */
export interface Running {
  run: RunTool;
  /**
   * Told of an error that the model isn't told, and of what a program may have to correct, with its cause: an UpstreamError
   * or NotConnected. On the console unless given.
   */
  onError?: ((error: unknown, call: ToolCall) => void) | undefined;
}

/** Decodes a call and runs it. Never throws: whatever goes wrong is told to the model, or to `onError`. */
export async function answerCall(
  toolset: Toolset,
  call: ModelCall & { id?: string | undefined },
  { run, onError = printError, ...decoding }: DecodeOptions & Running = noRunning(),
): Promise<ToolAnswer> {
  const decoded = toolset.decode(call, decoding);
  if (!decoded.ok) return { error: decoded.problems.map(({ message }) => message).join('; ') };
  const { tool, input } = decoded;
  const toolCall: ToolCall = { tool, input: { ...input }, ...(call.id !== undefined && { callId: call.id }) };
  try {
    return { output: await run(toolCall) };
  } catch (error) {
    const isTold = error instanceof ToolError;
    if (!isTold || error instanceof UpstreamError || error instanceof NotConnected) onError(error, toolCall);
    if (isTold) return { error: error.message };
    const known = unsentErrors.has(Object(error))
      ? 'nothing was done'
      : 'it is unknown whether it did something';
    return { error: `${tool} failed, and ${known}. Tell the user.` };
  }
}

function noRunning(): never {
  throw new TypeError('A call needs { run }, such as that of an executor.');
}

function printError(error: unknown, { tool }: ToolCall): void {
  // biome-ignore lint/suspicious/noConsole: an error of the program must not be lost.
  console.error(`${tool} failed:`, error);
}
