import type { CompiledTool } from '../dialects/compile-tool.ts';
import { anthropic, anthropicStrict } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import { toolExamples } from '../gen/examples.ts';
import { planStrict, type RequestTool } from './plan-strict.ts';
import { type ProviderToolset, provide } from './provider-toolset.ts';
import { answerText } from './tool-answer.ts';

export { planStrict, type RequestTool, type StrictBudget, type StrictPlan } from './plan-strict.ts';
export type { ProviderToolset } from './provider-toolset.ts';

export interface AnthropicOptions extends ToolsetOptions {
  /**
   * Which tools the provider holds to their schemas: `fit` as many as the budget of a request has room for, `true` all,
   * or those that are named, such as `planStrict(…).strict`; a name that isn't one of these tools is passed over. None by
   * default.
   */
  strict?: boolean | 'fit' | readonly string[];
  /** Your own tools of the same request; the strict ones among them take their part of the budget. */
  beside?: readonly RequestTool[];
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
  const { strict = false, examples = false, beside = [], ...rest } = options;
  const chosen = strict === 'fit' ? fitting(rest, beside) : strict;
  const isStrict = (name: ToolName) => (typeof chosen === 'boolean' ? chosen : chosen.includes(name));
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

/** The tools for which there is room beside those that are strict already. A tool that is split fits as a whole or not. */
function fitting(options: ToolsetOptions, beside: readonly RequestTool[]): ToolName[] {
  const { compiled } = createToolset(anthropicStrict, options);
  const { loose } = planStrict([
    ...beside.filter((tool) => tool.strict === true),
    ...compiled.map(({ name, schema }) => ({ name, input_schema: schema })),
  ]);
  const left = new Set(loose.map(({ name }) => name));
  const without = compiled.filter(({ name }) => left.has(name)).map(({ tool }) => tool);
  return compiled.map(({ tool }) => tool).filter((tool) => !without.includes(tool));
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
