import { openAiAgents } from '@agent-workers/tools/openai-agents';
import type { RunTool } from '@agent-workers/tools/run-tool';
import { Agent, type Model, Runner, tool } from '@openai/agents-core';

/** OpenAI Agents runs the loop by itself. */
export async function runAgent(model: Model, run: RunTool): Promise<string> {
  const tools = openAiAgents({ run }).map((fields) => tool(fields));
  const agent = new Agent({ name: 'Butler', instructions: 'Tell what happens.', model, tools });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'Dinner is ready. Tell me.');
  return finalOutput ?? '';
}
