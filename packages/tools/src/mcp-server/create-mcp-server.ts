import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { registerMcpTools } from '../adapters/mcp.ts';
import type { Approve } from '../executor/approvals.ts';
import { createExecutor, type ExecutorOptions } from '../executor/create-executor.ts';
import { version } from '../gen/version.ts';

/**
 * An MCP server with the 15 tools. What needs a person's approval is asked through the client, where it can ask
 * (elicitation); where it can't, the call is refused, unless `approve` or `needsApproval` say otherwise.
 */
export function createMcpServer(options: ExecutorOptions): Server {
  const server = new Server({ name: 'agent-workers-notifier', version }, { capabilities: { tools: {} } });
  const executor = createExecutor({ approve: askThrough(server), ...options });
  registerMcpTools(
    server,
    { list: ListToolsRequestSchema, call: CallToolRequestSchema },
    { run: executor.run },
  );
  return server;
}

function askThrough(server: Server): Approve {
  return async ({ preview }) => {
    if (!server.getClientCapabilities()?.elicitation) return false;
    const { action } = await server.elicitInput({
      message: `${preview} Go ahead?`,
      requestedSchema: { type: 'object', properties: {} },
    });
    return action === 'accept';
  };
}
