import { z } from 'zod';
import { time } from './record-parts.ts';

const inputSchema = z.looseObject({ type: z.literal('object') }).describe('JSON Schema of the input.');

const tool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema,
  toolkit: z.string().describe('The toolset that it belongs to.'),
});

const toolset = z.object({ toolset_name: z.string(), tool_count: z.int() });

const userTool = z.object({
  tool_id: z.string(),
  kind: z.enum(['public', 'mcp-server']),
  url: z.url().nullable().describe('Of the MCP server.'),
  tool_names: z.array(z.string()).describe('By which its tools are run.'),
  installed_at: time,
});

const bundleTool = z.object({ bundle_id: z.int(), tool_id: z.string(), added_at: time });

const bundle = z.object({
  bundle_id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: time,
  updated_at: time,
});

export const toolRecords = {
  Tool: tool.extend({ score: z.number().min(0).max(1).optional().describe('Of a search.') }),
  PublicTool: z.object({
    tool_id: z.string(),
    name: z.string(),
    description: z.string(),
    toolkit: z.string(),
    input_schema: inputSchema,
  }),
  ToolResult: z.looseObject({
    content: z.array(z.looseObject({ type: z.string() })).describe('As tools in MCP format answer.'),
    structuredContent: z.unknown().optional(),
    isError: z.boolean(),
    log_id: z.int().describe('Of the execution log.'),
  }),
  ToolSet: toolset,
  ToolSetWithTools: toolset.extend({ tools: z.array(tool) }),
  UserTool: userTool,
  UserInstalledTool: userTool,
  UserBundle: bundle.extend({ tools: z.array(bundleTool) }),
  UserBundleRow: bundle,
  UserBundleSimplified: z.object({ bundle_id: z.int(), name: z.string(), tool_count: z.int() }),
  // It's the body as well: there only tool_id counts.
  UserBundleTool: bundleTool.partial({ bundle_id: true, added_at: true }),
};
