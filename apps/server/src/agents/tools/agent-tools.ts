import { z } from 'zod';
import { languages } from '../../domain/program.ts';
import { defaultService, type InputSchema, type RunnableTool } from '../../domain/tools/tool.ts';
import type { JobInput } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { foregroundLimits, type Interpreter } from '../interpreter/interpreter.ts';
import {
  builtinToolkit,
  findEntry,
  lookupDescription,
  lookupInput,
  readInput,
  toInputSchema,
} from './builtin-tools.ts';
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

/** A tool as a model calls it. */
export interface AgentTool {
  name: string;
  description: string;
  inputSchema: InputSchema;
  /** The input as the tool takes it. @throws when it doesn't fit. */
  read(input: unknown): unknown;
  /** @throws why it failed. */
  call(input: unknown, call: { callId: string; signal: AbortSignal }): Promise<unknown>;
}

/** The tools of an agent: those that every agent has, and its user's. All that they do is logged. */
export function agentTools(options: AgentToolsOptions): AgentTool[] {
  const builtin = [lookup, codeInterpreter(options)].map((tool) => recorded(options, tool));
  return [...builtin, ...options.userTools.map((tool) => installedTool(options, tool))];
}

function installedTool({ db, occasion }: AgentToolsOptions, tool: RunnableTool): AgentTool {
  const { name, description, inputSchema } = tool;
  return {
    name,
    description,
    inputSchema,
    read: (input) => input,
    async call(input, { callId, signal }) {
      const call = { input: toObject(input), callId, service: defaultService, signal };
      const { output, failed } = await runRecorded(db, occasion, { tool, call });
      if (failed) throw new Error(typeof output === 'string' ? output : JSON.stringify(output));
      return output;
    },
  };
}

/** The tool, with its calls logged. What it throws still reaches the agent. */
function recorded({ db, occasion }: AgentToolsOptions, tool: AgentTool): AgentTool {
  return {
    ...tool,
    async call(input, { callId, signal }) {
      const result = tool.call(input, { callId, signal });
      const run = async () => ({ output: await result, failed: hasFailed(await result) });
      const call = { input: toObject(input), callId, service: defaultService };
      await runRecorded(db, occasion, { tool: { ...tool, toolkit: builtinToolkit, run }, call });
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

const lookup: AgentTool = {
  name: 'lookup',
  description: lookupDescription,
  inputSchema: toInputSchema(lookupInput),
  read: (input) => readInput(lookupInput, input),
  call: async (input) => findEntry(lookupInput.parse(input)),
};

const codeDescription = `Runs JavaScript or Python in a sandbox without files or network. The result is the last
expression, and both may use await at the top. JavaScript has console.log, sleep(milliseconds) and return; Python has
its standard library. Set background for what takes longer than some seconds: the conversation then waits for the
job's end.`;

const codeInput = z.object({
  language: z.enum(languages).default('javascript'),
  code: z.string(),
  background: z.boolean().default(false),
});
// Made once: the JSON Schema of a zod schema takes longer to make than a turn to store.
const codeSchema = toInputSchema(codeInput);

/** The Virtual Computer: code that runs while the turn waits, or as a background job. */
function codeInterpreter({ startJob, interpreter, occasion }: AgentToolsOptions): AgentTool {
  return {
    name: 'code_interpreter',
    description: codeDescription,
    inputSchema: codeSchema,
    read: (input) => readInput(codeInput, input),
    async call(input, { callId, signal }) {
      const { language, code, background } = codeInput.parse(input);
      if (background) {
        const jobId = await startJob({ callId, input: { language, code } });
        return { status: 'running', job_id: jobId };
      }
      const limits = foregroundLimits(language);
      return await interpreter({ language, code, userId: occasion.userId, limits, signal });
    },
  };
}
