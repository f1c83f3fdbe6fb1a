import {
  isStepCount,
  type ModelMessage,
  experimental_streamTextLowMemory as streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import type { RunEvent } from '../../domain/run-event.ts';
import type { ModelSource } from '../model/agent-model.ts';

const maximumSteps = 12;

/** What the model is given in one turn. */
export interface AgentLoop {
  model: ModelSource;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  signal: AbortSignal;
}

/**
 * Runs the loop of model and tools and gives its events as they come.
 * @throws what the model failed with, or the signal's reason.
 */
export async function* runAgentLoop(loop: AgentLoop): AsyncGenerator<RunEvent> {
  const { instructions, messages, tools, signal } = loop;
  // The other one keeps all that was streamed, for a second reader.
  const result = streamText({
    model: await loop.model(),
    ...(instructions && { instructions }),
    messages,
    tools,
    abortSignal: signal,
    stopWhen: isStepCount(maximumSteps),
    // Errors arrive as parts of the stream; the default would print them.
    onError: () => {},
  });
  let hasText = false;
  for await (const part of result.stream) {
    signal.throwIfAborted();
    if (part.type === 'error') throw part.error;
    // Two pieces of text with a tool call between them are two paragraphs.
    if (part.type === 'text-start' && hasText) yield { kind: 'text', text: '\n\n' };
    const event = toEvent(part);
    hasText ||= event?.kind === 'text';
    if (event) yield event;
  }
}

function toEvent(part: TextStreamPart<ToolSet>): RunEvent | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.text ? { kind: 'text', text: part.text.toWellFormed() } : undefined;
    case 'tool-call':
      return { kind: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input };
    case 'tool-result':
      return toolResult(part, { output: part.output, failed: false });
    case 'tool-error':
      return toolResult(part, { output: reasonOf(part.error), failed: true });
    default:
      return undefined;
  }
}

function toolResult(
  part: { toolCallId: string; toolName: string },
  result: { output: unknown; failed: boolean },
): RunEvent {
  return { kind: 'tool-result', callId: part.toolCallId, name: part.toolName, ...result };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
