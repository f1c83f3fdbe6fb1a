import type { Database } from './store.ts';
import type { ListedTool } from './tables/tool-tables.ts';

/** An MCP server that a user registered, and the tools that it listed then. */
export interface McpServer {
  url: string;
  sealedToken: string | null;
  tools: ListedTool[];
}

/** A public tool or an MCP server that a user has installed. */
export interface InstalledTool {
  userId: string;
  toolId: string;
  server: McpServer | null;
  installedAt: Date;
}

type ToolKey = Pick<InstalledTool, 'userId' | 'toolId'>;

/** Adds an installation. @returns undefined when there's one with this id already. */
export async function insertUserTool(
  db: Database,
  { userId, toolId, server }: Omit<InstalledTool, 'installedAt'>,
): Promise<InstalledTool | undefined> {
  const row = await db
    .insertInto('user_tool')
    .values({
      user_id: userId,
      tool_id: toolId,
      mcp_url: server?.url ?? null,
      sealed_token: server?.sealedToken ?? null,
      mcp_tools: server ? JSON.stringify(server.tools) : null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'tool_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toInstalledTool(row);
}

export async function listUserTools(db: Database, userId: string): Promise<InstalledTool[]> {
  const rows = await db
    .selectFrom('user_tool')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('tool_id')
    .execute();
  return rows.map(toInstalledTool);
}

export async function findUserTool(db: Database, key: ToolKey): Promise<InstalledTool | undefined> {
  const row = await db
    .selectFrom('user_tool')
    .selectAll()
    .where('user_id', '=', key.userId)
    .where('tool_id', '=', key.toolId)
    .executeTakeFirst();
  return row && toInstalledTool(row);
}

/** Removes an installation. @returns what it was. */
export async function deleteUserTool(db: Database, key: ToolKey): Promise<InstalledTool | undefined> {
  const row = await db
    .deleteFrom('user_tool')
    .where('user_id', '=', key.userId)
    .where('tool_id', '=', key.toolId)
    .returningAll()
    .executeTakeFirst();
  return row && toInstalledTool(row);
}

interface Row {
  user_id: string;
  tool_id: string;
  mcp_url: string | null;
  sealed_token: string | null;
  mcp_tools: ListedTool[] | null;
  created_at: Date;
}

function toInstalledTool(row: Row): InstalledTool {
  const { mcp_url: url, sealed_token: sealedToken, mcp_tools: tools } = row;
  const server = url === null ? null : { url, sealedToken, tools: tools ?? [] };
  return { userId: row.user_id, toolId: row.tool_id, server, installedAt: row.created_at };
}
