import { openAiChat } from '@agent-workers/tools/openai';
import type { RunTool } from '@agent-workers/tools/run-tool';
import type OpenAI from 'openai';

/** One turn of a chat: the model calls tools, gets their answers, and says something. */
export async function chatWithOpenAi(client: OpenAI, run: RunTool): Promise<string> {
  const { tools, respond } = openAiChat({ strict: true });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'Dinner is ready. Tell me.' },
  ];
  const first = await client.chat.completions.create({ model: 'scripted', messages, tools });
  const [choice] = first.choices;
  if (!choice?.message.tool_calls) return choice?.message.content ?? '';
  messages.push(choice.message);
  for (const call of choice.message.tool_calls)
    if (call.type === 'function') messages.push(await respond(call, { run }));
  const second = await client.chat.completions.create({ model: 'scripted', messages, tools });
  return second.choices[0]?.message.content ?? '';
}
