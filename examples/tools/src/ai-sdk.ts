import { aiSdkTools } from '@agent-workers/tools/ai-sdk';
import type { RunTool } from '@agent-workers/tools/run-tool';
import { generateText, type LanguageModel, stepCountIs } from 'ai';

/** The AI SDK runs the loop by itself. */
export async function chatWithAiSdk(model: LanguageModel, run: RunTool): Promise<string> {
  const tools = aiSdkTools({ dialect: 'openai-strict', run });
  const { text } = await generateText({
    model,
    tools,
    prompt: 'Dinner is ready. Tell me.',
    stopWhen: stepCountIs(3),
  });
  return text;
}
