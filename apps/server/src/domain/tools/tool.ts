/** JSON Schema of an object, as tools in MCP format carry it. */
export type InputSchema = { type: 'object' } & Readonly<Record<string, unknown>>;

/** What is known of a tool before it's run. */
export interface Tool {
  /** Unique among the tools that one user can run. */
  name: string;
  description: string;
  /** The toolset that it belongs to. */
  toolkit: string;
  inputSchema: InputSchema;
}

/** The tool in MCP format. */
export function toMcpTool({ name, description, toolkit, inputSchema }: Tool) {
  return { name, description, inputSchema, toolkit };
}

/** The tool as a PublicTool; its name is its id. */
export function toPublicTool(tool: Tool) {
  const { name, description, toolkit, inputSchema } = tool;
  return { tool_id: name, name, description, toolkit, input_schema: inputSchema };
}
