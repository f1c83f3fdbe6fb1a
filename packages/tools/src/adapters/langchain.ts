import { type DialectName, findDialect } from '../dialects/dialect.ts';
import { createToolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { answerCall, type Running } from './run-tool.ts';
import { answerText } from './tool-answer.ts';

export type { RunTool } from './run-tool.ts';

/** `tool` of @langchain/core/tools. */
export type LangChainToolFunction<Tool> = (
  run: (input: unknown, config?: object) => Promise<string>,
  fields: { name: string; description: string; schema: Record<string, unknown> },
) => Tool;

export interface LangChainOptions<Tool> extends ToolsetOptions, Running {
  tool: LangChainToolFunction<Tool>;
  /** Of the provider behind the chat model, which gets the schema as it is; `openai` is what all take. */
  dialect?: DialectName;
}

/** The tools for LangChain, as plain JSON Schema: it wouldn't validate a Standard Schema when a tool is called. */
export function langChainTools<Tool>(options: LangChainOptions<Tool>): Tool[] {
  const { tool: make, run, onError, dialect = 'openai', ...rest } = options;
  const toolset = createToolset(findDialect(dialect), rest);
  return toolset.compiled.map(({ name, description, schema }) =>
    make(
      async (input, config) =>
        answerText(
          await answerCall(toolset, { name, arguments: input, id: callIdOf(config) }, { run, onError }),
        ),
      { name, description, schema: structuredClone(schema) as Record<string, unknown> },
    ),
  );
}

/** The library puts the call into the configuration of a run, and its types don't say so. */
function callIdOf(config: object = {}): string | undefined {
  const { toolCall }: { toolCall?: unknown } = config;
  const { id }: { id?: unknown } = { ...Object(toolCall) };
  return typeof id === 'string' ? id : undefined;
}
