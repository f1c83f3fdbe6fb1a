import { openAi, openAiStrict } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import { answerCall, type Running } from './run-tool.ts';
import { answerText } from './tool-answer.ts';

export type { RunTool } from './run-tool.ts';

/** What `tool` of @openai/agents takes. */
export interface OpenAiAgentsFields<Strict extends boolean> {
  name: string;
  description: string;
  parameters: OpenAiAgentsSchema<Strict>;
  strict: Strict;
  needsApproval: boolean;
  execute: (input: unknown, context?: unknown, details?: CallDetails) => Promise<string>;
}

/** A JSON Schema in the words of @openai/agents: closed when it is strict, open when it isn't. */
export interface OpenAiAgentsSchema<Strict extends boolean> {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: Strict extends true ? false : true;
}

interface CallDetails {
  toolCall?: { callId?: string };
}

export interface OpenAiAgentsOptions extends ToolsetOptions, Running {
  /** Tools whose calls wait for a person. */
  needsApproval?: (tool: ToolName) => boolean;
}

/** Fields for `tool` of OpenAI Agents: `openAiAgents({ run }).map((fields) => tool(fields))`. */
export function openAiAgents({
  run,
  onError,
  needsApproval,
  ...rest
}: OpenAiAgentsOptions): OpenAiAgentsFields<false>[] {
  const toolset = createToolset(openAi, rest);
  return allFields(toolset, { run, onError, needsApproval }).map(({ properties, required, ...fields }) => ({
    ...fields,
    strict: false,
    parameters: { type: 'object', properties, required, additionalProperties: true },
  }));
}

/** The same with schemas that the provider enforces. */
export function openAiAgentsStrict(options: OpenAiAgentsOptions): OpenAiAgentsFields<true>[] {
  const { run, onError, needsApproval, ...rest } = options;
  const toolset = createToolset(openAiStrict, rest);
  return allFields(toolset, { run, onError, needsApproval }).map(({ properties, required, ...fields }) => ({
    ...fields,
    strict: true,
    parameters: { type: 'object', properties, required, additionalProperties: false },
  }));
}

interface Calling extends Running {
  needsApproval: OpenAiAgentsOptions['needsApproval'];
}

function allFields(toolset: Toolset, { run, onError, needsApproval }: Calling) {
  return toolset.compiled.map(({ name, tool, description, schema }) => ({
    name,
    description,
    properties: structuredClone(schema.properties) as Record<string, object>,
    required: Array.isArray(schema.required) ? schema.required.map(String) : [],
    needsApproval: needsApproval?.(tool) ?? false,
    execute: async (input: unknown, _context?: unknown, details?: CallDetails) =>
      answerText(
        await answerCall(
          toolset,
          { name, arguments: input, id: details?.toolCall?.callId },
          { run, onError },
        ),
      ),
  }));
}
