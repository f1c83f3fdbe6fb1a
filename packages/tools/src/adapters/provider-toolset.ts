import type { Decoded, DecodeOptions } from '../dialects/decode-arguments.ts';
import type { Toolset } from '../dialects/toolset.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** The tools in the shapes of one provider: what goes into a request, and the way back. */
export interface ProviderToolset<Tool, Call, Answer> extends Toolset {
  /** Goes into the request as it is. */
  readonly tools: Tool[];
  decodeCall(call: Call, options?: DecodeOptions): Decoded;
  /** What to send back for a call, so that no call is left without its answer. */
  answer(call: Call, answer: ToolAnswer): Answer;
}
