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
  /** Whether a call is of one of these tools; others of the request are the program's own to run. */
  owns(call: Call): boolean;
  /**
   * Decodes a call, runs it, and answers it. What goes wrong is told to the model, or to `onError`.
   * @throws {TypeError} on a call of a tool that `beside` names, which is yours to run.
   */
  respond(call: Call, options: DecodeOptions & Running): Promise<Answer>;
}

export interface ProviderShapes<Tool, Call, Answer> {
  tools: Tool[];
  read(call: Call): ModelCall & { id?: string | undefined };
  answer(call: Call, answer: ToolAnswer): Answer;
  /** The program's own tools of the same request. */
  beside?: readonly { name: string }[] | undefined;
}

/** Adds a provider's shapes to a toolset. */
export function provide<Tool, Call, Answer>(
  toolset: Toolset,
  { tools, read, answer, beside = [] }: ProviderShapes<Tool, Call, Answer>,
): ProviderToolset<Tool, Call, Answer> {
  const owns = (call: Call) => toolset.compiled.some(({ name }) => name === read(call).name);
  return {
    ...toolset,
    tools,
    answer,
    owns,
    decodeCall: (call, options) => toolset.decode(read(call), options),
    async respond(call, options) {
      const { name } = read(call);
      // The model has made no mistake, so that it must not be told of one.
      if (!owns(call) && beside.some((own) => own.name === name))
        throw new TypeError(
          `${name} is a tool of your own: run it, and give its output to answer(call, { output }).`,
        );
      return answer(call, await answerCall(toolset, read(call), options));
    },
  };
}
