import type { ColumnType, Generated } from 'kysely';
import type { InputSchema } from '../../domain/tools/tool.ts';
import type { CreatedAt, Json } from './column-types.ts';

export interface ToolExecutionTable {
  id: Generated<number>;
  user_id: string;
  run_id: string | null;
  tool_name: string;
  toolkit: string;
  input: Json<unknown>;
  output: Json<unknown>;
  failed: boolean;
  milliseconds: number;
  created_at: ColumnType<Date, Date, never>;
}

/** A tool as an MCP server listed it when it was registered. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: InputSchema;
}

export interface UserToolTable {
  user_id: string;
  tool_id: string;
  /** Of an MCP server; null for a public tool. */
  mcp_url: string | null;
  sealed_token: string | null;
  mcp_tools: Json<ListedTool[]> | null;
  created_at: CreatedAt;
}

export interface AuthConnectionTable {
  user_id: string;
  namespace: string;
  service_id: string;
  sealed_token: string;
  created_at: CreatedAt;
}

export interface BundleTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  description: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface BundleToolTable {
  bundle_id: number;
  tool_id: string;
  created_at: CreatedAt;
}

export interface ToolTables {
  tool_execution: ToolExecutionTable;
  user_tool: UserToolTable;
  auth_connection: AuthConnectionTable;
  bundle: BundleTable;
  bundle_tool: BundleToolTable;
}
