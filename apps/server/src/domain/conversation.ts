import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai';
import type { LoggedEvent, RunEvent } from './run-event.ts';

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];
type ToolPart = ToolModelMessage['content'][number];
type Entry =
  | { role: 'user'; text: string }
  | { role: 'assistant'; part: AssistantPart; continues?: boolean }
  | { role: 'tool'; part: ToolPart };

/** The log of a run as the model is to see it: messages, tool calls with their results, jobs' outcomes. */
export function toConversation(log: readonly LoggedEvent[]): ModelMessage[] {
  const answered = new Set(log.flatMap(({ event }) => (event.kind === 'tool-result' ? [event.callId] : [])));
  const messages: ModelMessage[] = [];
  for (const { event } of log) {
    const entry = toEntry(event, answered);
    if (entry) add(messages, entry);
  }
  return messages;
}

function toEntry(event: RunEvent, answered: ReadonlySet<string>): Entry | undefined {
  switch (event.kind) {
    case 'user-message':
      return { role: 'user', text: event.text };
    case 'text':
      return { role: 'assistant', part: { type: 'text', text: event.text }, continues: true };
    case 'job-finished':
      return { role: 'assistant', part: { type: 'text', text: event.text } };
    case 'tool-call':
      // Models refuse a call without a result, and a crash can leave one.
      return answered.has(event.callId) ? { role: 'assistant', part: toolCall(event) } : undefined;
    case 'tool-result':
      return { role: 'tool', part: toolResult(event) };
    default:
      return undefined;
  }
}

function toolCall({ callId, name, input }: RunEvent & { kind: 'tool-call' }): AssistantPart {
  return { type: 'tool-call', toolCallId: callId, toolName: name, input };
}

function toolResult({ callId, name, output, failed }: RunEvent & { kind: 'tool-result' }): ToolPart {
  const value = JSON.stringify(output) ?? 'null';
  return {
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: { type: failed ? 'error-text' : 'text', value },
  };
}

/** Neighbours of one role are one message: models want a step's calls together, and streamed text in one piece. */
function add(messages: ModelMessage[], entry: Entry): void {
  const last = messages.at(-1);
  if (entry.role === 'user') messages.push({ role: 'user', content: entry.text });
  else if (entry.role === 'tool' && last?.role === 'tool') last.content.push(entry.part);
  else if (entry.role === 'tool') messages.push({ role: 'tool', content: [entry.part] });
  else if (last?.role === 'assistant' && typeof last.content !== 'string') addPart(last.content, entry);
  else messages.push({ role: 'assistant', content: [entry.part] });
}

function addPart(parts: AssistantPart[], { part, continues }: Entry & { role: 'assistant' }): void {
  const last = parts.at(-1);
  if (continues && last?.type === 'text' && part.type === 'text') last.text += part.text;
  else parts.push(part);
}
