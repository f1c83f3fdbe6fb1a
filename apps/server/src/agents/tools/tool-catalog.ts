import type { RunnableTool, Tool } from '../../domain/tools/tool.ts';
import type { Store } from '../../store/store.ts';
import { listUserTools } from '../../store/user-tool-repository.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { builtinTools, runnableBuiltinTools } from './builtin-tools.ts';
import { type McpServices, runnableMcpTools } from './mcp/mcp-tools.ts';

/** Which tools there are, and for whom. */
export interface ToolCatalog {
  /** The tools that every user can see. */
  readonly publicTools: readonly Tool[];
  /** The public tool of this name, which is its id too. */
  findPublic(id: string): Tool | undefined;
  /** What a user can run: the public tools and those of their MCP servers. */
  listFor(userId: string): Promise<RunnableTool[]>;
  /** The tool of this name, if the user can run it. */
  findFor(userId: string, name: string): Promise<RunnableTool | undefined>;
  /** What a user's agents can call beyond the built-in tools: what the user has installed. */
  listForAgents(userId: string): Promise<RunnableTool[]>;
}

/** Tools of an outside service that users connect to. */
export interface Integrations {
  readonly tools: readonly Tool[];
  /** The tools, run through the connections of one user. */
  runnableFor(userId: string): RunnableTool[];
}

export interface ToolCatalogOptions extends McpServices {
  db: Store['db'];
  interpreter: Interpreter;
  integrations: Integrations;
}

export function createToolCatalog(options: ToolCatalogOptions): ToolCatalog {
  const { integrations } = options;
  const publicTools = [...builtinTools, ...integrations.tools];

  async function listOfServers(userId: string): Promise<RunnableTool[]> {
    const installed = await listUserTools(options.db, userId);
    return installed.flatMap((each) => runnableMcpTools(each, options));
  }

  function publicFor(userId: string): RunnableTool[] {
    return [...runnableBuiltinTools(options.interpreter, userId), ...integrations.runnableFor(userId)];
  }

  return {
    publicTools,
    findPublic: (id) => publicTools.find(({ name }) => name === id),
    listFor: async (userId) => [...publicFor(userId), ...(await listOfServers(userId))],
    async findFor(userId, name) {
      const isNamed = (tool: RunnableTool) => tool.name === name;
      return publicFor(userId).find(isNamed) ?? (await listOfServers(userId)).find(isNamed);
    },
    async listForAgents(userId) {
      const installed = await listUserTools(options.db, userId);
      const ids = new Set(installed.map(({ toolId }) => toolId));
      const ofServers = installed.flatMap((each) => runnableMcpTools(each, options));
      return [...integrations.runnableFor(userId).filter(({ name }) => ids.has(name)), ...ofServers];
    },
  };
}
