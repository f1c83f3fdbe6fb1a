import type { Services } from '../../services.ts';
import type { InstalledTool } from '../../store/user-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { installPublicTool } from './install-public-tool.ts';
import { installRequest, type McpServerRequest } from './install-request.ts';
import { InstallationFailed } from './installation-failed.ts';
import { registerMcpServer } from './register-mcp-server.ts';
import { toUserToolRecord } from './user-tool-record.ts';

/** POST /me/user-tools */
export const installTool = defineOperation('installTool', {
  body: installRequest,
  async answer({ caller: { userId }, body }, services) {
    const { tool_id: toolId = '', connection, mcp_server: server } = body;
    try {
      const installed = server
        ? await register(services, userId, server)
        : await installPublicTool(services, { userId, toolId, connection });
      return ok(toUserToolRecord(installed));
    } catch (error) {
      if (error instanceof InstallationFailed) return refuse('conflict', error.message);
      throw error;
    }
  },
});

function register(services: Services, userId: string, server: McpServerRequest): Promise<InstalledTool> {
  return registerMcpServer(services, { userId, server });
}
