import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { unlessAborted } from '../../platform/unless-aborted.ts';

/** What a model is asked, and when that is given up. */
export type Question = LanguageModelV4CallOptions & { abortSignal: AbortSignal };

/** The model's answer in parts, as they come. @throws what the model failed with, or the signal's reason. */
export async function* streamAnswer(
  model: LanguageModelV4,
  question: Question,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const { abortSignal } = question;
  const { stream } = await askPatiently(() => model.doStream(question), abortSignal);
  const reader = stream.getReader();
  // Also a model that doesn't heed the signal is left.
  const leave = () => void reader.cancel(abortSignal.reason).catch(() => {});
  abortSignal.addEventListener('abort', leave);
  try {
    for (;;) {
      abortSignal.throwIfAborted();
      const { done, value } = await reader.read();
      abortSignal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    abortSignal.removeEventListener('abort', leave);
    leave();
  }
}

/** The model's whole answer, of which the text counts. @throws what the model failed with, or the signal's reason. */
export async function askForText(model: LanguageModelV4, question: Question): Promise<string> {
  const { content } = await askPatiently(() => model.doGenerate(question), question.abortSignal);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

// Before the second and the third time.
const pauses = [2_000, 4_000];
const longestPause = 60_000;

/** Asks again when the model says that this may help: it's overloaded, or can't be reached. */
async function askPatiently<Answer>(ask: () => PromiseLike<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const milliseconds of pauses) {
    try {
      return await unlessAborted(ask(), signal);
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable) throw error;
      await pause(pauseOf(error) ?? milliseconds, signal);
    }
  }
  return await unlessAborted(ask(), signal);
}

/** How long the model asks to wait, in milliseconds; undefined when it doesn't say so, or wants too much. */
function pauseOf({ responseHeaders }: APICallError): number | undefined {
  const milliseconds = Number(responseHeaders?.['retry-after'] ?? Number.NaN) * 1_000;
  return milliseconds >= 0 && milliseconds <= longestPause ? milliseconds : undefined;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await unlessAborted(promise, signal).finally(() => clearTimeout(timer));
}
