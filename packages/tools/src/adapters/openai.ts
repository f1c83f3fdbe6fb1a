import type { JsonSchema } from '../dialects/compile-schema.ts';
import type { CompiledTool } from '../dialects/compile-tool.ts';
import { openAi, openAiStrict } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { type ProviderToolset, provide } from './provider-toolset.ts';
import { answerText } from './tool-answer.ts';

export type { ProviderToolset } from './provider-toolset.ts';

export interface OpenAiOptions extends ToolsetOptions {
  /** Whether the provider enforces the schema; then absent parameters come as null, and `decode` drops them. */
  strict?: boolean;
}

/** An item of `tools` of a chat completion. */
export interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict: boolean };
}

/** An item of `message.tool_calls`. */
export interface OpenAiChatCall {
  id: string;
  function: { name: string; arguments: string };
}

export interface OpenAiChatAnswer {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** The tools for chat completions. */
export function openAiChat(
  options: OpenAiOptions = {},
): ProviderToolset<OpenAiChatTool, OpenAiChatCall, OpenAiChatAnswer> {
  const { strict = false } = options;
  const toolset = openAiToolset(options);
  return provide(toolset, {
    tools: toolset.compiled.map((each) => ({
      type: 'function',
      function: { ...describeFunction(each), strict },
    })),
    read: ({ id, function: call }) => ({ ...call, id }),
    answer: ({ id }, answer) => ({ role: 'tool', tool_call_id: id, content: answerText(answer) }),
  });
}

/** An item of `tools` of the Responses API. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** An output item of type `function_call`. */
export interface OpenAiResponsesCall {
  call_id: string;
  name: string;
  arguments: string;
}

export interface OpenAiResponsesAnswer {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** The tools for the Responses API. */
export function openAiResponses(
  options: OpenAiOptions = {},
): ProviderToolset<OpenAiResponsesTool, OpenAiResponsesCall, OpenAiResponsesAnswer> {
  const { strict = false } = options;
  const toolset = openAiToolset(options);
  return provide(toolset, {
    tools: toolset.compiled.map((each) => ({ type: 'function', ...describeFunction(each), strict })),
    read: (call) => ({ ...call, id: call.call_id }),
    answer: ({ call_id }, answer) => ({ type: 'function_call_output', call_id, output: answerText(answer) }),
  });
}

function openAiToolset({ strict = false, ...options }: OpenAiOptions): Toolset {
  return createToolset(strict ? openAiStrict : openAi, options);
}

function describeFunction({ name, description, schema }: CompiledTool) {
  return { name, description, parameters: mutable(schema) };
}

/** The SDK's type is mutable; a copy keeps ours from being changed through it. */
function mutable(schema: JsonSchema): Record<string, unknown> {
  return structuredClone(schema);
}
