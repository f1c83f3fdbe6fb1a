import { definitions, isToolName, type ToolName } from '@agent-workers/tools';
import type { Backend } from '@agent-workers/tools/executor';
import {
  InvalidToolCall,
  type RunnableTool,
  type Tool,
  type ToolCall,
  type ToolOutcome,
} from '../domain/tools/tool.ts';
import type { Notifications } from './notifications.ts';

const notifierToolkit = 'notifier';

/** The integration tools of section 2. */
export const notifierTools: readonly (Tool & { name: ToolName })[] = definitions.map(
  ({ name, purpose, inputSchema }) => ({
    name,
    description: purpose,
    toolkit: notifierToolkit,
    inputSchema: { ...inputSchema },
  }),
);

/** Makes the integration tools runnable through the connections of one user. */
export function runnableNotifierTools(notifications: Notifications, userId: string): RunnableTool[] {
  return notifierTools.map((tool) => ({
    ...tool,
    async run(call) {
      const backend = await notifications.backendFor({ userId, ...call.service }, call.origin);
      if (!backend) throw new InvalidToolCall(describeMissing(call));
      return await runOn(backend, tool.name, call);
    },
  }));
}

async function runOn(backend: Backend, name: ToolName, call: ToolCall): Promise<ToolOutcome> {
  // Loaded at the first call: it would slow every start.
  const { BadInput, createExecutor, ToolError } = await import('@agent-workers/tools/executor');
  const executor = createExecutor({ backend });
  const { input, callId, signal } = call;
  const toolCall = { tool: name, input, callId, ...(signal && { signal }) };
  await executor.dryRun(toolCall).catch((cause: unknown) => {
    if (cause instanceof BadInput) throw new InvalidToolCall(cause.message, { cause });
    throw cause;
  });
  try {
    // The user asked for the call, or installed the tool for agents to call: that's the approval.
    return { output: await executor.runAuthorized(toolCall), failed: false };
  } catch (error) {
    if (error instanceof ToolError) return { output: error.message, failed: true };
    throw error;
  }
}

function describeMissing({ service: { serviceId, namespace } }: ToolCall): string {
  return `There is no auth connection for service_id ${serviceId} in the namespace ${namespace}. Install a NOTIFIER tool to make one.`;
}

/** Whether this is the id of an integration tool. */
export function isNotifierTool(toolId: string): boolean {
  return isToolName(toolId);
}
