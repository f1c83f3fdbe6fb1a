import type { InstalledTool } from '../../store/user-tool-repository.ts';
import { mcpToolName } from '../../tools/mcp/mcp-tools.ts';

/** The installation as a UserTool and as a UserInstalledTool. An MCP server's token is never shown. */
export function toUserToolRecord({ toolId, server, installedAt }: InstalledTool) {
  return {
    tool_id: toolId,
    kind: server ? 'mcp-server' : 'public',
    url: server?.url ?? null,
    tool_names: server ? server.tools.map(({ name }) => mcpToolName(toolId, name)) : [toolId],
    installed_at: installedAt.toISOString(),
  };
}
