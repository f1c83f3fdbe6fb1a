import type { CompiledTool } from '../dialects/compile-tool.ts';
import { type DialectName, dialects, findDialect } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import { toolExamples } from '../gen/examples.ts';
import { chooseStrict, type StrictOptions, type StrictToolset } from './choose-strict.ts';
import { answerCall, type Running, type RunTool } from './run-tool.ts';
import { type StandardSchemaOptions, standardSchema, type ToolStandardSchema } from './standard-schema.ts';

export type { StrictOptions } from './choose-strict.ts';
export type { RunTool } from './run-tool.ts';

export interface AiSdkOptions extends StandardSchemaOptions {
  /** Left out, the calls come back to you unexecuted. */
  run?: RunTool;
  /** Told of an error that the model isn't told; on the console unless given. */
  onError?: Running['onError'];
  /** Tools whose calls wait for a person. */
  needsApproval?: (tool: ToolName) => boolean;
}

/** The same for Anthropic's strict mode, whose requests have a budget: `strict` is `fit` unless given. */
export interface AiSdkAnthropicOptions extends AiSdkOptions, StrictOptions {
  dialect: 'anthropic-strict';
}

/** A value of `tools` of `generateText` and `streamText`. */
export interface AiSdkTool {
  description: string;
  inputSchema: ToolStandardSchema;
  inputExamples: { input: Record<string, unknown> }[];
  strict?: true;
  needsApproval?: boolean;
  execute?: (input: Record<string, unknown>, options: { toolCallId: string }) => Promise<unknown>;
}

/**
 * The tools for the AI SDK, by name. It sends schemas to its providers as they are, so name the provider's dialect;
 * without one the plain schema goes out, which all take. A call that fails answers the model with `{ error }`. With
 * `anthropic-strict`, as many tools are strict as a request has room for, and the others are written without.
 */
export function aiSdkTools(options: AiSdkOptions | AiSdkAnthropicOptions = {}): Record<string, AiSdkTool> {
  const {
    dialect = 'openai',
    run,
    onError,
    needsApproval,
    strict = 'fit',
    ...rest
  }: AiSdkOptions & StrictOptions = options;
  const { toolset, isStrict } =
    dialect === 'anthropic-strict' ? chooseStrict({ ...rest, strict }) : ofOneDialect(dialect, rest);
  const entries = toolset.compiled.map((compiled): [string, AiSdkTool] => [
    compiled.name,
    {
      ...describeTool(compiled, toolset),
      ...(isStrict(compiled.tool) && { strict: true }),
      ...(needsApproval && { needsApproval: needsApproval(compiled.tool) }),
      ...(run && { execute: executeWith({ run, onError }, compiled.tool) }),
    },
  ]);
  return Object.fromEntries(entries);
}

function ofOneDialect(dialect: DialectName, options: ToolsetOptions): StrictToolset {
  const toolset = createToolset(findDialect(dialect), options);
  return { toolset, isStrict: () => toolset.dialect.closed };
}

function describeTool(compiled: CompiledTool, toolset: Toolset): AiSdkTool {
  const { name, tool, description } = compiled;
  const calls = toolExamples[tool].examples.map(({ input }) => toolset.encode(tool, input));
  return {
    description,
    inputSchema: standardSchema(compiled, toolset),
    inputExamples: calls.flatMap((call) =>
      call?.name === name ? [{ input: { ...Object(call.arguments) } }] : [],
    ),
  };
}

/** What comes here is canonical: the schema has decoded it already. */
function executeWith(running: Running, tool: ToolName): NonNullable<AiSdkTool['execute']> {
  const toolset = createToolset(dialects.canonical, { tools: [tool] });
  return async (input, { toolCallId }) => {
    const answer = await answerCall(toolset, { name: tool, arguments: input, id: toolCallId }, running);
    return 'error' in answer ? answer : answer.output;
  };
}
