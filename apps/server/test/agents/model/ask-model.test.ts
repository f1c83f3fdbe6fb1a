import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askForText, streamAnswer } from '../../../src/agents/model/ask-model.ts';
import { createScriptedModel } from '../../../src/agents/model/scripted/scripted-model.ts';

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

function failure(isRetryable: boolean, responseHeaders: Record<string, string> = {}): APICallError {
  return new APICallError({
    message: 'Too many requests.',
    url: 'https://model.example',
    requestBodyValues: {},
    isRetryable,
    responseHeaders,
  });
}

/** Fails with these, one after the other, then answers as the scripted model. */
function failingFirst(...failures: unknown[]): { model: LanguageModelV4; times: () => number } {
  const scripted = createScriptedModel();
  let times = 0;
  const next = () => {
    const error = failures[times];
    times += 1;
    if (error !== undefined) throw error;
  };
  const model: LanguageModelV4 = {
    ...scripted,
    doGenerate: async (options) => {
      next();
      return await scripted.doGenerate(options);
    },
    doStream: async (options) => {
      next();
      return await scripted.doStream(options);
    },
  };
  return { model, times: () => times };
}

async function read(model: LanguageModelV4, abortSignal = new AbortController().signal): Promise<string> {
  let text = '';
  for await (const part of streamAnswer(model, { prompt, abortSignal }))
    if (part.type === 'text-delta') text += part.delta;
  return text;
}

describe('a model that is asked', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('and says that it may be asked again is asked three times', async () => {
    const { model, times } = failingFirst(failure(true), failure(true));
    const answer = read(model);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await answer).toContain('You wrote “Hello”');
    expect(times()).toBe(3);
  });

  it('is asked again after the time that it wants', async () => {
    const { model, times } = failingFirst(failure(true, { 'retry-after': '30' }));
    const answer = askForText(model, { prompt, abortSignal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(times()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toContain('You wrote “Hello”');
  });

  it('is not asked a fourth time', async () => {
    const failures = [failure(true), failure(true), failure(true)];
    const { model, times } = failingFirst(...failures);
    const answer = read(model).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await answer).toBe(failures[2]);
    expect(times()).toBe(3);
  });

  it.each([
    ['a refusal', failure(false)],
    ['any other error', new Error('Broken.')],
  ])('is not asked again after %s', async (_, error) => {
    const { model, times } = failingFirst(error);
    await expect(read(model)).rejects.toBe(error);
    expect(times()).toBe(1);
  });
});

describe('a model that does not heed the signal', () => {
  const silence = new Promise<never>(() => {});
  const reason = new Error('The server stops.');

  it.each<[string, Partial<LanguageModelV4>]>([
    ['never begins', { doStream: () => silence }],
    ['begins and falls silent', { doStream: async () => ({ stream: new ReadableStream() }) }],
  ])('is left when it %s', async (_, silent) => {
    const stop = new AbortController();
    const answer = read({ ...createScriptedModel(), ...silent }, stop.signal);
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});
