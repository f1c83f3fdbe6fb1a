import type { Services } from '../../services.ts';
import type { ListedTool } from '../../store/tables/tool-tables.ts';
import { type InstalledTool, insertUserTool } from '../../store/user-tool-repository.ts';
import { listMcpTools } from '../../tools/mcp/mcp-client.ts';
import { isAllowedUrl } from '../../tools/mcp/mcp-hosts.ts';
import { mcpToolName, purposeFor } from '../../tools/mcp/mcp-tools.ts';
import { findPublicTool } from '../../tools/tool-catalog.ts';
import type { McpServerRequest } from './install-request.ts';
import { InstallationFailed } from './installation-failed.ts';

const maximumListingBytes = 256 * 1024;

/** Registers an MCP server under a name of the user's choice, with the tools that it lists now. */
export async function registerMcpServer(
  services: Pick<Services, 'store' | 'secretBox' | 'mcpHosts'>,
  { userId, server }: { userId: string; server: McpServerRequest },
): Promise<InstalledTool> {
  const { name: toolId, url, token } = server;
  if (findPublicTool(toolId)) throw new InstallationFailed(`The name ${toolId} is taken by a public tool.`);
  if (!isAllowedUrl(url, services.mcpHosts))
    throw new InstallationFailed(`This deployment doesn't call MCP servers at ${new URL(url).host}.`);
  const tools = await listMcpTools({ url, token }).catch((cause: unknown) => {
    throw new InstallationFailed(`The MCP server at ${new URL(url).host} didn't list its tools.`, { cause });
  });
  checkListing(toolId, tools);
  const sealedToken = token === undefined ? null : services.secretBox.seal(token, purposeFor(userId, toolId));
  const installed = await insertUserTool(services.store.db, {
    userId,
    toolId,
    server: { url, sealedToken, tools },
  });
  if (!installed) throw new InstallationFailed(`${toolId} is installed already.`);
  return installed;
}

function checkListing(toolId: string, tools: readonly ListedTool[]): void {
  if (tools.length === 0) throw new InstallationFailed('The MCP server has no tools.');
  if (JSON.stringify(tools).length > maximumListingBytes)
    throw new InstallationFailed('The list of tools of the MCP server is too long.');
  const names = new Set(tools.map(({ name }) => mcpToolName(toolId, name)));
  if (names.size < tools.length)
    throw new InstallationFailed('Two tools of the MCP server have names that are too much alike.');
}
