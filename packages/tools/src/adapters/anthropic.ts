import type { CompiledTool } from '../dialects/compile-tool.ts';
import type { Toolset, ToolsetOptions } from '../dialects/toolset.ts';
import { toolExamples } from '../gen/examples.ts';
import { chooseStrict, type StrictOptions } from './choose-strict.ts';
import { type ProviderToolset, provide } from './provider-toolset.ts';
import { answerText } from './tool-answer.ts';

export type { StrictOptions } from './choose-strict.ts';
export { planStrict, type RequestTool, type StrictBudget, type StrictPlan } from './plan-strict.ts';
export type { ProviderToolset } from './provider-toolset.ts';

/** No tool is strict unless `strict` says so. */
export interface AnthropicOptions extends ToolsetOptions, StrictOptions {
  /** Adds the manifest's examples as `input_examples`. */
  examples?: boolean;
}

/** An item of `tools` of a message. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: true;
  input_examples?: Record<string, unknown>[];
}

/** A content block of type `tool_use`. */
export interface AnthropicCall {
  id: string;
  name: string;
  input: unknown;
}

export interface AnthropicAnswer {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error?: true;
}

/** The tools for messages. Strict ones count against a budget of the whole request: see `planStrict`. */
export function anthropicMessages(
  options: AnthropicOptions = {},
): ProviderToolset<AnthropicTool, AnthropicCall, AnthropicAnswer> {
  const { examples = false, ...rest } = options;
  const { toolset, isStrict } = chooseStrict(rest);
  return provide(toolset, {
    beside: rest.beside,
    tools: toolset.compiled.map((each) => ({
      name: each.name,
      description: each.description,
      input_schema: { ...structuredClone(each.schema), type: 'object' },
      ...(isStrict(each.tool) && { strict: true }),
      ...(examples && { input_examples: examplesOf(each, toolset) }),
    })),
    read: ({ id, name, input }) => ({ id, name, arguments: input }),
    answer: ({ id }, answer) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: answerText(answer),
      ...('error' in answer && { is_error: true }),
    }),
  });
}

function examplesOf({ name, tool }: CompiledTool, { encode }: Toolset): Record<string, unknown>[] {
  const calls = toolExamples[tool].examples.map(({ input }) => encode(tool, input));
  return calls.flatMap((call) => (call?.name === name ? [{ ...Object(call.arguments) }] : []));
}
