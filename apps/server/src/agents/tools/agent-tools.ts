import { dynamicTool, jsonSchema, type ToolSet, tool, zodSchema } from 'ai';
import { z } from 'zod';
import { languages } from '../../domain/program.ts';
import { defaultService, type RunnableTool } from '../../domain/tools/tool.ts';
import type { JobInput } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { foregroundLimits, type Interpreter } from '../interpreter/interpreter.ts';
import { builtinToolkit, findEntry, lookupDescription, lookupInput } from './builtin-tools.ts';
import { type Occasion, runRecorded } from './run-recorded.ts';

/** What the tools of one turn can reach. */
export interface ToolServices {
  interpreter: Interpreter;
  startJob: (request: BackgroundRequest) => Promise<string>;
}

/** A wish to run a program in the background, and the tool call it came from. */
export interface BackgroundRequest {
  callId: string;
  input: JobInput;
}

export interface AgentToolsOptions extends ToolServices {
  db: Store['db'];
  occasion: Occasion;
  /** What the user has installed. */
  userTools: readonly RunnableTool[];
}

/** The tools of an agent: those that every agent has, and its user's. All that they do is logged. */
export function agentTools(options: AgentToolsOptions): ToolSet {
  const builtin = { lookup, code_interpreter: codeInterpreter(options) };
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

const description = `Runs JavaScript or Python in a sandbox without files or network. The result is the last
expression, and both may use await at the top. JavaScript has console.log, sleep(milliseconds) and return; Python has
its standard library. Set background for what takes longer than some seconds: the conversation then waits for the
job's end.`;

const lookup = tool({
  description: lookupDescription,
  inputSchema: zodSchema(lookupInput),
  execute: async (input) => findEntry(input),
});

// Made once: the JSON Schema of a zod schema takes longer to make than a turn to store.
const codeInput = zodSchema(
  z.object({
    language: z.enum(languages).default('javascript'),
    code: z.string(),
    background: z.boolean().default(false),
  }),
);

/** The Virtual Computer: code that runs while the turn waits, or as a background job. */
function codeInterpreter(services: AgentToolsOptions): ToolSet[string] {
  return tool({
    description,
    inputSchema: codeInput,
    execute: async ({ language, code, background }, { toolCallId, abortSignal }) => {
      if (background) {
        const jobId = await services.startJob({ callId: toolCallId, input: { language, code } });
        return { status: 'running', job_id: jobId };
      }
      const signal = abortSignal ? { signal: abortSignal } : {};
      const { userId } = services.occasion;
      const program = { language, code, userId, limits: foregroundLimits(language) };
      return await services.interpreter({ ...program, ...signal });
    },
  });
}
