import { dynamicTool, jsonSchema, type ToolSet } from 'ai';
import { defaultService, type RunnableTool } from '../domain/tools/runnable-tool.ts';
import type { Store } from '../store/store.ts';
import { builtinToolkit } from './builtin-tools.ts';
import { codeInterpreter } from './code-interpreter.ts';
import { lookup } from './lookup.ts';
import { type Occasion, runRecorded } from './run-recorded.ts';
import type { ToolServices } from './tool-services.ts';

export interface AgentToolsOptions extends ToolServices {
  db: Store['db'];
  occasion: Occasion;
  /** What the user has installed. */
  userTools: readonly RunnableTool[];
}

/** The tools of an agent: those that every agent has, and its user's. All that they do is logged. */
export function agentTools(options: AgentToolsOptions): ToolSet {
  const builtin = { lookup: lookup(), code_interpreter: codeInterpreter(options) };
  const entries = Object.entries(builtin).map(([name, tool]) => [name, recorded(options, name, tool)]);
  const installed = options.userTools.map((tool) => [tool.name, installedTool(options, tool)]);
  return Object.fromEntries([...entries, ...installed]);
}

function installedTool({ db, occasion }: AgentToolsOptions, tool: RunnableTool): ToolSet[string] {
  return dynamicTool({
    description: tool.description,
    inputSchema: jsonSchema(tool.inputSchema),
    async execute(input, { toolCallId, abortSignal }) {
      const call = {
        input: toObject(input),
        callId: toolCallId,
        service: defaultService,
        signal: abortSignal,
      };
      const { output, failed } = await runRecorded(db, occasion, { tool, call });
      if (failed) throw new Error(typeof output === 'string' ? output : JSON.stringify(output));
      return output;
    },
  });
}

/** The tool, with its calls logged. What it throws still reaches the agent. */
function recorded({ db, occasion }: AgentToolsOptions, name: string, tool: ToolSet[string]): ToolSet[string] {
  const { execute } = tool;
  if (!execute) return tool;
  return {
    ...tool,
    async execute(input, options) {
      const result = Promise.resolve(execute(input, options));
      const run = async () => ({ output: await result, failed: hasFailed(await result) });
      const described = {
        name,
        description: '',
        toolkit: builtinToolkit,
        inputSchema: { type: 'object' as const },
      };
      const call = { input: toObject(input), callId: options.toolCallId, service: defaultService };
      await runRecorded(db, occasion, { tool: { ...described, run }, call });
      return await result;
    },
  };
}

function hasFailed(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'status' in output && output.status === 'failed';
}

function toObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
