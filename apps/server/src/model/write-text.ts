import type { ModelSource } from './agent-model.ts';

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
