import { z } from 'zod';
import { isAllowedUrl, listMcpTools } from '../agents/tools/mcp/mcp-client.ts';
import { mcpToolName, purposeFor } from '../agents/tools/mcp/mcp-tools.ts';
import { defaultService } from '../domain/tools/tool.ts';
import { isNotifierTool } from '../notifications/notifier-tools.ts';
import type { ListedTool } from '../store/tables/tool-tables.ts';
import * as userTools from '../store/user-tool-repository.ts';
import { findUserTool, type InstalledTool, insertUserTool } from '../store/user-tool-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { time } from './record-parts.ts';
import type { Services } from './services.ts';

const userTool = z.object({
  tool_id: z.string(),
  kind: z.enum(['public', 'mcp-server']),
  url: z.url().nullable().describe('Of the MCP server.'),
  tool_names: z.array(z.string()).describe('By which its tools are run.'),
  installed_at: time,
});

export const userToolSchemas = { UserTool: userTool, UserInstalledTool: userTool };

/** The installation as a UserTool and as a UserInstalledTool. An MCP server's token is never shown. */
function toUserToolRecord({ toolId, server, installedAt }: InstalledTool): z.output<typeof userTool> {
  return {
    tool_id: toolId,
    kind: server ? 'mcp-server' : 'public',
    url: server?.url ?? null,
    tool_names: server ? server.tools.map(({ name }) => mcpToolName(toolId, name)) : [toolId],
    installed_at: installedAt.toISOString(),
  };
}

const token = z.string().min(1).max(4096);
const serviceName = z.string().min(1).max(100);

const connection = z.object({
  token: token.optional(),
  service_id: serviceName.default(defaultService.serviceId),
  service_id_namespace: serviceName.default(defaultService.namespace),
});

const mcpServer = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,29}$/, 'Expected a lower-case name of at most 30 characters.'),
  url: z.url({ protocol: /^https?$/ }),
  token: token.optional(),
});

/** A public tool by its id, with a connection where it needs one; or an MCP server. */
const installRequest = z
  .looseObject({
    tool_id: z.string().min(1).max(200).optional(),
    connection: connection.optional(),
    mcp_server: mcpServer.optional(),
  })
  .refine(
    ({ tool_id: toolId, mcp_server: server }) => (toolId === undefined) !== (server === undefined),
    'Give either tool_id or mcp_server.',
  )
  .meta({ oneOf: [{ required: ['tool_id'] }, { required: ['mcp_server'] }] });

export type ConnectionRequest = z.output<typeof connection>;
export type McpServerRequest = z.output<typeof mcpServer>;

/** Why a tool could not be installed, in words for its user. */
class InstallationFailed extends Error {
  override readonly name = 'InstallationFailed';
}

interface Installation {
  userId: string;
  toolId: string;
  connection: ConnectionRequest | undefined;
}

/** Installs a public tool for its user's agents, with the connection that a NOTIFIER tool needs. */
async function installPublicTool(
  { store, notifications, tools }: Pick<Services, 'store' | 'notifications' | 'tools'>,
  { userId, toolId, connection }: Installation,
): Promise<InstalledTool> {
  if (!tools.findPublic(toolId)) throw new InstallationFailed(`There is no public tool ${toolId}.`);
  if (await findUserTool(store.db, { userId, toolId })) throw alreadyInstalled(toolId);
  if (isNotifierTool(toolId)) {
    const { token, service_id: serviceId, service_id_namespace: namespace } = connection ?? byDefault;
    const isConnected = await notifications.connect({ userId, serviceId, namespace }, token);
    if (!isConnected)
      throw new InstallationFailed('This tool needs a connection: give connection.token of your account.');
  }
  const installed = await insertUserTool(store.db, { userId, toolId, server: null });
  if (!installed) throw alreadyInstalled(toolId);
  return installed;
}

const byDefault: ConnectionRequest = {
  service_id: defaultService.serviceId,
  service_id_namespace: defaultService.namespace,
};

function alreadyInstalled(toolId: string): InstallationFailed {
  return new InstallationFailed(`${toolId} is installed already.`);
}

const maximumListingBytes = 256 * 1024;

/** Registers an MCP server under a name of the user's choice, with the tools that it lists now. */
async function registerMcpServer(
  services: Pick<Services, 'store' | 'secretBox' | 'mcpHosts' | 'tools'>,
  { userId, server }: { userId: string; server: McpServerRequest },
): Promise<InstalledTool> {
  const { name: toolId, url, token } = server;
  if (services.tools.findPublic(toolId))
    throw new InstallationFailed(`The name ${toolId} is taken by a public tool.`);
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

/** GET /me/user-tools */
const listUserTools = defineOperation('listUserTools', {
  result: z.array(userTool),
  isCacheable: 'own',
  answer: async ({ caller }, { store }) =>
    ok((await userTools.listUserTools(store.db, caller.userId)).map(toUserToolRecord)),
});

/** POST /me/user-tools */
const installTool = defineOperation('installTool', {
  changesOwn: true,
  result: userTool,
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

/** GET /me/user-tools/{tool_id} */
const getUserTool = defineOperation('getUserTool', {
  result: userTool,
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const tool = await findUserTool(store.db, { userId: caller.userId, toolId: path.tool_id });
    return tool ? ok(toUserToolRecord(tool)) : refuse('not-found', 'This tool is not installed.');
  },
});

/** DELETE /me/user-tools/{tool_id}. With the last NOTIFIER tool go the connections, and so their tokens. */
const uninstallTool = defineOperation('uninstallTool', {
  changesOwn: true,
  result: userTool,
  async answer({ caller: { userId }, path }, { store, notifications }) {
    const tool = await userTools.deleteUserTool(store.db, { userId, toolId: path.tool_id });
    if (!tool) return refuse('not-found', 'This tool is not installed.');
    const left = await userTools.listUserTools(store.db, userId);
    if (!left.some(({ toolId }) => isNotifierTool(toolId))) await notifications.disconnect(userId);
    return ok(toUserToolRecord(tool));
  },
});

export const userToolOperations = [listUserTools, installTool, getUserTool, uninstallTool];
