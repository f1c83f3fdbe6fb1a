import type { Language } from '../../../domain/program.ts';

/** What a user message asks the scripted model to do. */
export type Command =
  | { name: 'tool'; toolName: string; input: string }
  | { name: 'code'; language: Language; code: string; background: boolean }
  | { name: 'stream'; words: number; pauseMilliseconds: number }
  | { name: 'fail' }
  | { name: 'reply' };

const maximumWords = 10_000;
const maximumPause = 10_000;

/**
 * Reads the command at the start of a message:
 *
 *     /tool NAME {json}        call a tool (without JSON: with {})
 *     /js CODE                 run JavaScript and wait for it
 *     /python CODE             run Python and wait for it
 *     /background CODE         run JavaScript as a background job
 *     /background-python CODE  run Python as a background job
 *     /stream WORDS [PAUSE]    answer with so many words, pausing PAUSE milliseconds between them
 *     /fail                    break off in the middle of the answer
 *
 * Anything else is a plain message.
 */
export function parseCommand(message: string): Command {
  const [, name = '', rest = ''] = /^\s*\/([\w-]+)\s*([\s\S]*)$/.exec(message) ?? [];
  switch (name) {
    case 'tool':
      return parseTool(rest);
    case 'js':
    case 'background':
      return { name: 'code', language: 'javascript', code: rest, background: name === 'background' };
    case 'python':
    case 'background-python':
      return { name: 'code', language: 'python', code: rest, background: name === 'background-python' };
    case 'stream':
      return parseStream(rest);
    case 'fail':
      return { name: 'fail' };
    default:
      return { name: 'reply' };
  }
}

function parseTool(rest: string): Command {
  const [, toolName, input] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  return toolName ? { name: 'tool', toolName, input: input?.trim() || '{}' } : { name: 'reply' };
}

function parseStream(rest: string): Command {
  const [, words, pause] = /^(\d+)(?:\s+(\d+))?\s*$/.exec(rest) ?? [];
  if (!words) return { name: 'reply' };
  return {
    name: 'stream',
    words: Math.min(Number(words), maximumWords),
    pauseMilliseconds: Math.min(Number(pause ?? 0), maximumPause),
  };
}
