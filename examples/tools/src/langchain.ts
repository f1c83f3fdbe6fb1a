import { langChainTools } from '@agent-workers/tools/langchain';
import type { RunTool } from '@agent-workers/tools/run-tool';
import type { AIMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';

/** Answers the tool calls of a message, as an agent's loop does; each answer is a ToolMessage. */
export async function answerWithLangChain(message: AIMessage, run: RunTool): Promise<unknown[]> {
  const tools = langChainTools({
    run,
    tool: (answer, fields) =>
      new DynamicStructuredTool({ ...fields, func: (input, _manager, config) => answer(input, config) }),
  });
  return Promise.all(
    (message.tool_calls ?? []).map(async (call) => {
      const found = tools.find(({ name }) => name === call.name);
      if (!found) throw new Error(`The model called ${call.name}, which it wasn't offered.`);
      return found.invoke({ ...call, type: 'tool_call' });
    }),
  );
}
