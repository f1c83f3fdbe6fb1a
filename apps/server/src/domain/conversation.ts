import type { JSONValue, LanguageModelV4Message } from '@ai-sdk/provider';
import type { RunEvent } from './run-event.ts';

type Content<Role> = (LanguageModelV4Message & { role: Role })['content'];
export type AssistantPart = Content<'assistant'>[number];
type ToolPart = Content<'tool'>[number];
type Entry =
  | { role: 'user'; text: string }
  | { role: 'assistant'; part: AssistantPart; continues?: boolean }
  | { role: 'tool'; part: ToolPart };

/** The log of a run as the model is to see it: messages, tool calls with their results, jobs' outcomes. */
export function toConversation(log: readonly { event: RunEvent }[]): LanguageModelV4Message[] {
  const answered = new Set(log.flatMap(({ event }) => (event.kind === 'tool-result' ? [event.callId] : [])));
  const messages: LanguageModelV4Message[] = [];
  for (const { event } of log) {
    const entry = toEntry(event, answered);
    if (entry) add(messages, entry);
  }
  return messages.flatMap(withoutBlankText);
}

/** Models say nothing but space before a call, and refuse to be shown it. */
function withoutBlankText(message: LanguageModelV4Message): LanguageModelV4Message[] {
  if (message.role !== 'assistant') return [message];
  const content = message.content.filter((part) => part.type !== 'text' || part.text.trim() !== '');
  return content.length > 0 ? [{ ...message, content }] : [];
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

/** What the model asked for, as it has to see it again. */
export function toolCall({ callId, name, input }: RunEvent & { kind: 'tool-call' }): AssistantPart {
  return { type: 'tool-call', toolCallId: callId, toolName: name, input };
}

/** What came of it. */
export function toolResult({ callId, name, output, failed }: RunEvent & { kind: 'tool-result' }): ToolPart {
  return {
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: failed ? { type: 'error-text', value: inWords(output) } : toOutput(output),
  };
}

function toOutput(output: unknown): (ToolPart & { type: 'tool-result' })['output'] {
  // The store takes nothing else.
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: (output ?? null) as JSONValue };
}

function inWords(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null');
}

/** Neighbours of one role are one message: models want a step's calls together, and streamed text in one piece. */
function add(messages: LanguageModelV4Message[], entry: Entry): void {
  const last = messages.at(-1);
  if (entry.role === 'user') messages.push({ role: 'user', content: [{ type: 'text', text: entry.text }] });
  else if (entry.role === 'tool' && last?.role === 'tool') last.content.push(entry.part);
  else if (entry.role === 'tool') messages.push({ role: 'tool', content: [entry.part] });
  else if (last?.role === 'assistant') addPart(last.content, entry);
  else messages.push({ role: 'assistant', content: [entry.part] });
}

function addPart(parts: AssistantPart[], { part, continues }: Entry & { role: 'assistant' }): void {
  const last = parts.at(-1);
  if (continues && last?.type === 'text' && part.type === 'text') last.text += part.text;
  else parts.push(part);
}
