import type { Decoded, DecodeOptions } from '../dialects/decode-arguments.ts';
import type { ModelCall, Toolset } from '../dialects/toolset.ts';
import { answerCall, type Running } from './run-tool.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** The tools in the shapes of one provider: what goes into a request, and the way back. */
export interface ProviderToolset<Tool, Call, Answer> extends Toolset {
  /** Goes into the request as it is. */
  readonly tools: Tool[];
  decodeCall(call: Call, options?: DecodeOptions): Decoded;
  /** What to send back for a call, so that no call is left without its answer. */
  answer(call: Call, answer: ToolAnswer): Answer;
  /** Decodes a call, runs it, and answers it. Never throws: what goes wrong is told to the model, or to `onError`. */
  respond(call: Call, options: DecodeOptions & Running): Promise<Answer>;
}

export interface ProviderShapes<Tool, Call, Answer> {
  tools: Tool[];
  read(call: Call): ModelCall & { id?: string | undefined };
  answer(call: Call, answer: ToolAnswer): Answer;
}

/** Adds a provider's shapes to a toolset. */
export function provide<Tool, Call, Answer>(
  toolset: Toolset,
  { tools, read, answer }: ProviderShapes<Tool, Call, Answer>,
): ProviderToolset<Tool, Call, Answer> {
  return {
    ...toolset,
    tools,
    answer,
    decodeCall: (call, options) => toolset.decode(read(call), options),
    respond: async (call, options) => answer(call, await answerCall(toolset, read(call), options)),
  };
}
