import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { z } from 'zod';
import { upsellInstructions } from '../../../domain/agent-prompts.ts';
import { type Command, parseCommand } from './command.ts';

/** What the scripted model does in one step. */
export interface Answer {
  /** In pieces, made one by one: an answer may be long. Nothing: it says nothing. */
  text?: Iterable<string>;
  pauseMilliseconds?: number;
  toolCall?: { toolName: string; input: string };
  /** Set when the model is to break off after the text. */
  failure?: string;
}

type ToolMessage = LanguageModelV4Message & { role: 'tool' };

/** Decides the next step from the conversation alone, so that the same conversation gets the same answer. */
export function composeAnswer(prompt: LanguageModelV4Prompt): Answer {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return { text: inPieces(reportOn(last)) };
  const message = last?.role === 'user' ? textOf(last) : '';
  return follow(parseCommand(message), { message, prompt });
}

function follow(command: Command, context: { message: string; prompt: LanguageModelV4Prompt }): Answer {
  switch (command.name) {
    case 'tool':
      return { toolCall: command };
    case 'code': {
      const { language, code, background } = command;
      const input = JSON.stringify({ language, code, background });
      return { toolCall: { toolName: 'code_interpreter', input } };
    }
    case 'stream':
      return {
        pauseMilliseconds: command.pauseMilliseconds,
        ...(command.words > 0 && { text: countedWords(command.words) }),
      };
    case 'fail':
      return { text: ['I was about to answer ', '— '], failure: 'The scripted model was told to fail.' };
    case 'reply':
      return { text: inPieces(reply(context.message, context.prompt)) };
  }
}

function reply(message: string, prompt: LanguageModelV4Prompt): string {
  const [first] = prompt;
  if (first?.role === 'system' && first.content === upsellInstructions) return upsell(message);
  const count = prompt.filter((entry) => entry.role === 'user').length;
  const quoted = message.length > 200 ? `${[...message].slice(0, 200).join('')}…` : message;
  return (
    `You wrote “${quoted}” – message ${count} of this conversation. I am a scripted worker: ` +
    'no language model stands behind me, yet tools, code and background jobs are real. ' +
    'Try “/js 6 * 7”, “/tool lookup {"topic": "tides"}” or “/background await sleep(1000); return 42”.'
  );
}

function upsell(instructions: string): string {
  const [firstLine = ''] = instructions.trim().split('\n');
  return `A worker that was told: ${[...firstLine].slice(0, 200).join('')} Subscribe, and it works for you.`;
}

/** Says that a tool answered but never what, save for code, whose result is what was asked for. */
function reportOn(message: ToolMessage): string {
  return message.content
    .flatMap((part) => (part.type === 'tool-result' ? [reportResult(part)] : []))
    .join(' ');
}

function reportResult(part: ToolMessage['content'][number] & { type: 'tool-result' }): string {
  const { toolName, output } = part;
  const value = output.type === 'json' || output.type === 'text' ? output.value : JSON.stringify(output);
  if (output.type === 'error-text') return `The tool ${toolName} failed: ${output.value}`;
  return toolName === 'code_interpreter' ? reportCode(value) : `The tool ${toolName} has answered – done.`;
}

const codeResult = z.object({
  status: z.enum(['running', 'succeeded', 'failed']),
  result: z.unknown().optional(),
  error: z.string().optional(),
  output: z.string().optional(),
});

function reportCode(value: unknown): string {
  const parsed = codeResult.safeParse(value);
  if (!parsed.success) return 'The code has run.';
  const { status, result, error, output } = parsed.data;
  if (status === 'running') return 'I started that in the background – ask again when it’s done.';
  const printed = output ? `\nIt printed:\n${output}` : '';
  if (status === 'failed') return `The code failed: ${error}${printed}`;
  return `The code has run – result: ${JSON.stringify(result) ?? 'none'}${printed}`;
}

function* countedWords(words: number): Generator<string> {
  for (let count = 1; count <= words; count += 1) yield `wörd${count} `;
}

/** A few words at a time, so that streaming shows. */
function inPieces(text: string): string[] {
  return text.match(/\S*\s*\S*\s*\S*\s*/g)?.filter((piece) => piece !== '') ?? [];
}

function textOf(message: LanguageModelV4Message & { role: 'user' }): string {
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
