import { openAiResponses } from '@agent-workers/tools/openai';
import type { RunTool } from '@agent-workers/tools/run-tool';
import type OpenAI from 'openai';

/** The same over the Responses API. */
export async function respondWithOpenAi(client: OpenAI, run: RunTool): Promise<string> {
  const { tools, respond } = openAiResponses({ strict: true });
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Dinner is ready. Tell me.' }];
  const first = await client.responses.create({ model: 'scripted', input, tools });
  for (const item of first.output)
    if (item.type === 'function_call') input.push(item, await respond(item, { run }));
  const second = await client.responses.create({ model: 'scripted', input, tools });
  return second.output_text;
}
