import type { LanguageModelV4 } from '@ai-sdk/provider';

/** Gives the model that answers for the agents; asked once, when the first turn needs it. */
export type ModelSource = () => Promise<LanguageModelV4>;

/** An OpenAI-compatible server; without one the scripted model answers. */
export interface ModelOptions {
  baseUrl: string;
  name: string;
  apiKey?: string | undefined;
}

/** Chooses the model and loads no more code than it needs. */
export function chooseModel(options: ModelOptions | ModelSource | undefined): ModelSource {
  if (typeof options === 'function') return options;
  return options ? () => loadCompatible(options) : loadScripted;
}

async function loadScripted(): Promise<LanguageModelV4> {
  const { createScriptedModel } = await import('./scripted/scripted-model.ts');
  return createScriptedModel();
}

async function loadCompatible(options: ModelOptions): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: options.baseUrl,
    ...(options.apiKey && { apiKey: options.apiKey }),
  });
  return provider(options.name);
}

const maximumMilliseconds = 60_000;

/**
 * Has the model write one text, apart from any conversation.
 * @throws what the model failed with, also when it takes longer than a minute.
 */
export async function writeText(
  model: ModelSource,
  task: { instructions: string; message: string },
): Promise<string> {
  // The model libraries take a tenth of a second to load, so a start doesn't wait for them.
  const { generateText } = await import('ai');
  const { text } = await generateText({
    model: await model(),
    instructions: task.instructions,
    prompt: task.message,
    abortSignal: AbortSignal.timeout(maximumMilliseconds),
    maxRetries: 1,
  });
  return text.trim();
}
