import { anthropicMessages } from '@agent-workers/tools/anthropic';
import type { RunTool } from '@agent-workers/tools/run-tool';
import type Anthropic from '@anthropic-ai/sdk';

/** Strict for as many tools as one request may hold. */
export async function chatWithAnthropic(client: Anthropic, run: RunTool): Promise<string> {
  const { tools, respond } = anthropicMessages({ strict: 'fit' });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Dinner is ready. Tell me.' }];
  const request = { model: 'scripted', max_tokens: 1000, tools, messages };
  const first = await client.messages.create(request);
  const answers: Anthropic.ToolResultBlockParam[] = [];
  for (const block of first.content)
    if (block.type === 'tool_use') answers.push(await respond(block, { run }));
  messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: answers });
  const second = await client.messages.create(request);
  return second.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
