import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { RunEvent } from '../../domain/run-event.ts';
import type { AgentTool } from './agent-tools.ts';

/** A tool at work. */
export interface Called {
  call: RunEvent & { kind: 'tool-call' };
  /** Never rejects: the model is told why a tool failed. */
  result: Promise<RunEvent & { kind: 'tool-result' }>;
}

/** Begins what the model has asked for. */
export function callTool(
  tools: readonly AgentTool[],
  { toolCallId: callId, toolName: name, input: text }: LanguageModelV4ToolCall,
  signal: AbortSignal,
): Called {
  const about = { callId, name };
  try {
    const tool = findTool(tools, name);
    const input = tool.read(parse(text));
    const result = tool.call(input, { callId, signal }).then(
      (output) => ({ kind: 'tool-result' as const, ...about, output, failed: false }),
      (error) => failure(about, error),
    );
    return { call: { kind: 'tool-call', ...about, input }, result };
  } catch (error) {
    return {
      call: { kind: 'tool-call', ...about, input: text },
      result: Promise.resolve(failure(about, error)),
    };
  }
}

function findTool(tools: readonly AgentTool[], name: string): AgentTool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  throw new Error(
    `There is no tool ${name}. The tools are ${tools.map((one) => one.name).join(', ') || 'none'}.`,
  );
}

/** Models leave out the input of a tool that takes none. */
function parse(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new Error('The input of the tool is not JSON.', { cause });
  }
}

function failure(about: { callId: string; name: string }, error: unknown) {
  const output = error instanceof Error ? error.message : String(error);
  return { kind: 'tool-result' as const, ...about, output, failed: true };
}
