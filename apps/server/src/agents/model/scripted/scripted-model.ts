import { setTimeout as pause } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { type Answer, composeAnswer } from './compose-answer.ts';

/** A model that needs no network and no key: it follows commands in the message (see `parseCommand`). */
export function createScriptedModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'agent-workers',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }) => generate(composeAnswer(prompt)),
    doStream: async (options) => ({ stream: ReadableStream.from(parts(options)) }),
  };
}

async function* parts(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const answer = composeAnswer(options.prompt);
  yield { type: 'stream-start', warnings: [] };
  if (answer.text) yield* textParts(answer.text, answer.pauseMilliseconds, options.abortSignal);
  if (answer.failure) throw new Error(answer.failure);
  if (answer.toolCall) yield { type: 'tool-call', toolCallId: crypto.randomUUID(), ...answer.toolCall };
  yield { type: 'finish', usage, finishReason: finishReason(answer) };
}

async function* textParts(
  text: Iterable<string>,
  pauseMilliseconds = 0,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'text-start', id: 'text' };
  let isFirst = true;
  for (const delta of text) {
    if (!isFirst && pauseMilliseconds > 0) await pause(pauseMilliseconds, undefined, { signal });
    isFirst = false;
    yield { type: 'text-delta', id: 'text', delta };
  }
  yield { type: 'text-end', id: 'text' };
}

function generate(answer: Answer): Awaited<ReturnType<LanguageModelV4['doGenerate']>> {
  if (answer.failure) throw new Error(answer.failure);
  const text = answer.text ? [{ type: 'text' as const, text: [...answer.text].join('') }] : [];
  const call = answer.toolCall
    ? [{ type: 'tool-call' as const, toolCallId: crypto.randomUUID(), ...answer.toolCall }]
    : [];
  return { content: [...text, ...call], finishReason: finishReason(answer), usage, warnings: [] };
}

function finishReason(answer: Answer): LanguageModelV4FinishReason {
  return answer.toolCall ? { unified: 'tool-calls', raw: undefined } : { unified: 'stop', raw: undefined };
}

// A script uses no tokens.
const usage: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
