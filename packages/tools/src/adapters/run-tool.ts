import type { DecodeOptions } from '../dialects/decode-arguments.ts';
import type { ModelCall, Toolset } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** Runs a valid call; an executor's `run` is one. Throws what the model should read as the message of an error. */
export type RunTool = (call: RunnableCall) => Promise<unknown>;

export interface RunnableCall {
  tool: ToolName;
  input: Readonly<Record<string, unknown>>;
  /** The provider's id of the call, from which a retry is told from a second call. */
  callId?: string;
}

/** Decodes a call and runs it. Never throws: whatever goes wrong is told to the model. */
export async function answerCall(
  toolset: Toolset,
  call: ModelCall & { id?: string | undefined },
  { run, ...decoding }: DecodeOptions & { run: RunTool },
): Promise<ToolAnswer> {
  const decoded = toolset.decode(call, decoding);
  if (!decoded.ok) return { error: decoded.problems.map(({ message }) => message).join('; ') };
  try {
    const { tool, input } = decoded;
    return {
      output: await run({ tool, input: { ...input }, ...(call.id !== undefined && { callId: call.id }) }),
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
