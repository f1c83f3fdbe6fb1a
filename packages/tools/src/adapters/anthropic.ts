import type { CompiledTool } from '../dialects/compile-tool.ts';
import { anthropic, anthropicStrict } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import { toolExamples } from '../gen/examples.ts';
import { type ProviderToolset, provide } from './provider-toolset.ts';
import { answerText } from './tool-answer.ts';

export { planStrict, type RequestTool, type StrictBudget, type StrictPlan } from './plan-strict.ts';
export type { ProviderToolset } from './provider-toolset.ts';

export interface AnthropicOptions extends ToolsetOptions {
  /** All tools, or those that `planStrict` found room for. None by default. */
  strict?: boolean | readonly ToolName[];
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
  const { strict = false, examples = false, ...rest } = options;
  const isStrict = (name: ToolName) => (typeof strict === 'boolean' ? strict : strict.includes(name));
  const toolset = mergedToolset(rest, isStrict);
  return provide(toolset, {
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

/** Strict and other tools of one request are written in different dialects, and decoded alike. */
function mergedToolset(options: ToolsetOptions, isStrict: (name: ToolName) => boolean): Toolset {
  const all = createToolset(anthropic, options);
  const names = [...new Set(all.compiled.map(({ tool }) => tool))].filter(isStrict);
  const strict = createToolset(anthropicStrict, { ...options, tools: names });
  const pick = <T extends { tool: ToolName }>(plain: readonly T[], tight: readonly T[]) =>
    plain
      .map((each) => each.tool)
      .filter((each, index, list) => list.indexOf(each) === index)
      .flatMap((name) => (isStrict(name) ? tight : plain).filter(({ tool }) => tool === name));
  return {
    ...all,
    compiled: pick(all.compiled, strict.compiled),
    fidelity: pick(all.fidelity, strict.fidelity),
  };
}

function examplesOf({ name, tool }: CompiledTool, { encode }: Toolset): Record<string, unknown>[] {
  const calls = toolExamples[tool].examples.map(({ input }) => encode(tool, input));
  return calls.flatMap((call) => (call?.name === name ? [{ ...Object(call.arguments) }] : []));
}
