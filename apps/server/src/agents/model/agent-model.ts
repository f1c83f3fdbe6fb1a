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
  // With the library of the models, of which a start is to load nothing.
  const { askForText } = await import('./ask-model.ts');
  const text = await askForText(await model(), {
    prompt: [
      { role: 'system', content: task.instructions },
      { role: 'user', content: [{ type: 'text', text: task.message }] },
    ],
    abortSignal: AbortSignal.timeout(maximumMilliseconds),
  });
  return text.trim();
}
