import { InvalidToolCall, type RunnableTool, type ToolCall } from '../../../domain/tools/tool.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { ListedTool } from '../../../store/tables/tool-tables.ts';
import type { InstalledTool, McpServer } from '../../../store/user-tool-repository.ts';
import { callMcpTool, isAllowedUrl, type McpAddress } from './mcp-client.ts';
import { withoutPatterns } from './without-patterns.ts';

/** What MCP servers are called with. */
export interface McpServices {
  secretBox: SecretBox;
  allowedHosts: readonly string[];
}

const longestName = 64;
const maximumResultLength = 1024 * 1024;

/** The name under which a server's tool is run: names of tools must fit what language models allow. */
export function mcpToolName(serverName: string, toolName: string): string {
  return `${serverName}__${toolName.replaceAll(/[^\w-]/g, '_')}`.slice(0, longestName);
}

/** Makes the tools of a registered MCP server runnable. */
export function runnableMcpTools(installed: InstalledTool, services: McpServices): RunnableTool[] {
  const { server, toolId } = installed;
  if (!server) return [];
  return server.tools.map((listed) => ({
    name: mcpToolName(toolId, listed.name),
    description: listed.description,
    toolkit: toolId,
    inputSchema: listed.inputSchema,
    async run(call) {
      await checkInput(listed, call.input);
      if (!isAllowedUrl(server.url, services.allowedHosts))
        throw new InvalidToolCall(`This deployment doesn't call MCP servers at ${new URL(server.url).host}.`);
      return await callListed(listed, call, openAddress(installed, server, services.secretBox));
    },
  }));
}

async function callListed({ name }: ListedTool, { input, signal }: ToolCall, address: McpAddress) {
  const result = await callMcpTool(address, { name, input, signal });
  if (JSON.stringify(result).length > maximumResultLength)
    return { output: 'The result of the tool is too long to keep.', failed: true };
  return { output: result, failed: result.isError === true };
}

/** @throws {InvalidToolCall} when the input doesn't fit the schema that the server listed. */
async function checkInput({ inputSchema }: ListedTool, input: unknown): Promise<void> {
  const { fromJsonSchema } = await import('@modelcontextprotocol/client');
  const result = await fromJsonSchema(withoutPatterns(inputSchema))['~standard'].validate(input);
  if (result.issues) throw new InvalidToolCall(result.issues.map(({ message }) => message).join('; '));
}

function openAddress({ userId, toolId }: InstalledTool, server: McpServer, secretBox: SecretBox): McpAddress {
  const { url, sealedToken } = server;
  const token = sealedToken === null ? undefined : secretBox.open(sealedToken, purposeFor(userId, toolId));
  return { url, token };
}

/** What the token of an MCP server is sealed for. */
export function purposeFor(userId: string, toolId: string): string {
  return `MCP server ${JSON.stringify([userId, toolId])}`;
}
