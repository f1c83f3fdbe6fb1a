import type { RunnableTool } from '../domain/tools/runnable-tool.ts';
import type { Tool } from '../domain/tools/tool.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Store } from '../store/store.ts';
import { listUserTools } from '../store/user-tool-repository.ts';
import { builtinTools, runnableBuiltinTools } from './builtin-tools.ts';
import { type McpServices, runnableMcpTools } from './mcp/mcp-tools.ts';
import { notifierTools, runnableNotifierTools } from './notifier-tools.ts';

/** Which tools there are, and for whom. */
export interface ToolCatalog {
  /** The tools that everybody can see. */
  readonly publicTools: readonly Tool[];
  /** What a user can run: the public tools and those of their MCP servers. */
  listFor(userId: string): Promise<RunnableTool[]>;
  /** What a user's agents can call beyond the built-in tools: what the user has installed. */
  listForAgents(userId: string): Promise<RunnableTool[]>;
}

export interface ToolCatalogOptions extends McpServices {
  db: Store['db'];
  interpreter: Interpreter;
  notifications: Notifications;
}

const publicTools: readonly Tool[] = [...builtinTools, ...notifierTools];

export function createToolCatalog(options: ToolCatalogOptions): ToolCatalog {
  const builtin = runnableBuiltinTools(options.interpreter);
  const notifier = (userId: string) => runnableNotifierTools(options.notifications, userId);
  return {
    publicTools,
    async listFor(userId) {
      const installed = await listUserTools(options.db, userId);
      const ofServers = installed.flatMap((each) => runnableMcpTools(each, options));
      return [...builtin, ...notifier(userId), ...ofServers];
    },
    async listForAgents(userId) {
      const installed = await listUserTools(options.db, userId);
      const ids = new Set(installed.map(({ toolId }) => toolId));
      const ofServers = installed.flatMap((each) => runnableMcpTools(each, options));
      return [...notifier(userId).filter(({ name }) => ids.has(name)), ...ofServers];
    },
  };
}

/** The public tool of this name, which is its id too. */
export function findPublicTool(name: string): Tool | undefined {
  return publicTools.find((tool) => tool.name === name);
}
