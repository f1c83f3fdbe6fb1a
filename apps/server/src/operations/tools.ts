import { z } from 'zod';
import { runRecorded } from '../agents/tools/run-recorded.ts';
import { searchTools as search } from '../domain/tools/search-tools.ts';
import {
  groupByToolkit,
  InvalidToolCall,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  type Toolset,
} from '../domain/tools/tool.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';

const inputSchema = z.looseObject({ type: z.literal('object') }).describe('JSON Schema of the input.');

const toolRecord = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema,
  toolkit: z.string().describe('The toolset that it belongs to.'),
});

const foundTool = toolRecord.extend({ score: z.number().min(0).max(1).optional().describe('Of a search.') });

const publicTool = z.object({
  tool_id: z.string(),
  name: z.string(),
  description: z.string(),
  toolkit: z.string(),
  input_schema: inputSchema,
});

const mcpResult = z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) });

const toolResult = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).describe('As tools in MCP format answer.'),
  structuredContent: z.unknown().optional(),
  isError: z.boolean(),
  log_id: z.int().describe('Of the execution log.'),
  service_id: z.string().describe('The service in whose name it ran.'),
  service_id_namespace: z.string().describe('The namespace of that service.'),
});

const toolsetRecord = z.object({ toolset_name: z.string(), tool_count: z.int() });

const toolsetWithTools = toolsetRecord.extend({ tools: z.array(toolRecord) });

export const toolSchemas = {
  Tool: foundTool,
  PublicTool: publicTool,
  ToolResult: toolResult,
  ToolSet: toolsetRecord,
  ToolSetWithTools: toolsetWithTools,
};

/** The tool in MCP format. */
function toMcpTool({ name, description, toolkit, inputSchema }: Tool): z.output<typeof toolRecord> {
  return { name, description, inputSchema, toolkit };
}

/** The tool as a PublicTool; its name is its id. */
function toPublicTool(tool: Tool): z.output<typeof publicTool> {
  const { name, description, toolkit, inputSchema } = tool;
  return { tool_id: name, name, description, toolkit, input_schema: inputSchema };
}

/** The toolset as a ToolSet. */
function toToolsetRecord({ name, tools }: Toolset): z.output<typeof toolsetRecord> {
  return { toolset_name: name, tool_count: tools.length };
}

/** The toolset as a ToolSetWithTools. */
function toToolsetWithTools(toolset: Toolset): z.output<typeof toolsetWithTools> {
  return { ...toToolsetRecord(toolset), tools: toolset.tools.map(toMcpTool) };
}

/** The outcome as a ToolResult: a result in MCP format, the id of its log, and for which service it ran. */
function toToolResult(
  { output, failed, logId }: ToolOutcome & { logId: number },
  { serviceId, namespace }: ToolCall['service'],
): z.output<typeof toolResult> {
  return {
    ...toMcpResult(output),
    isError: failed,
    log_id: logId,
    service_id: serviceId,
    service_id_namespace: namespace,
  };
}

/** What comes from an MCP server is in that format already. */
function toMcpResult(output: unknown): z.output<typeof mcpResult> {
  const given = mcpResult.safeParse(output);
  if (given.success) return given.data;
  if (typeof output === 'string') return { content: [{ type: 'text', text: output }] };
  const text = JSON.stringify(output) ?? 'null';
  return { content: [{ type: 'text', text }], structuredContent: output ?? null };
}

/** GET /me/tools/list: what the caller can run. */
const listTools = defineOperation('listTools', {
  result: z.array(toolRecord),
  isCacheable: 'own',
  answer: async ({ caller }, { tools }) => ok((await tools.listFor(caller.userId)).map(toMcpTool)),
});

/** GET /me/tools */
const listPublicTools = defineOperation('listPublicTools', {
  result: z.array(publicTool),
  isCacheable: 'own',
  answer: (_request, { tools }) => ok(tools.publicTools.map(toPublicTool)),
});

/** GET /me/tools/search: among what the caller can run. */
const searchTools = defineOperation('searchTools', {
  result: z.array(foundTool),
  isCacheable: 'own',
  async answer({ caller, query }, { tools }) {
    const found = search(await tools.listFor(caller.userId), {
      query: query.q,
      toolkit: query.toolkit ?? undefined,
      limit: query.limit,
      minimumScore: query.min_score,
    });
    return ok(found.map(({ tool, score }) => ({ ...toMcpTool(tool), score })));
  },
});

/** GET /me/tools/{tool_id} */
const getPublicTool = defineOperation('getPublicTool', {
  result: publicTool,
  isCacheable: 'own',
  answer({ path }, { tools }) {
    const tool = tools.findPublic(path.tool_id);
    return tool ? ok(toPublicTool(tool)) : refuse('not-found', 'There is no public tool with this id.');
  },
});

/** POST /me/tools/run/{tool_name}. What the tool failed at is a result; 400 means that it did nothing. */
const runTool = defineOperation('runTool', {
  changesOwn: true,
  result: toolResult,
  async answer({ caller, path, query, body, origin }, { store, tools }) {
    const tool = await tools.findFor(caller.userId, path.tool_name);
    if (!tool) return refuse('not-found', 'There is no tool of this name.');
    const service = { serviceId: query.service_id, namespace: query.service_id_namespace };
    const call = { input: body, callId: crypto.randomUUID(), service, origin };
    try {
      const occasion = { userId: caller.userId, runId: null };
      return ok(toToolResult(await runRecorded(store.db, occasion, { tool, call }), service));
    } catch (error) {
      if (error instanceof InvalidToolCall) return refuse('invalid', error.message);
      throw error;
    }
  },
});

/** GET /me/toolsets/list: the toolkits of what the caller can run. */
const listToolsets = defineOperation('listToolsets', {
  result: z.array(toolsetRecord),
  isCacheable: 'own',
  answer: async ({ caller }, { tools }) =>
    ok(groupByToolkit(await tools.listFor(caller.userId)).map(toToolsetRecord)),
});

/** GET /me/toolsets/{toolset_name} */
const getToolset = defineOperation('getToolset', {
  result: toolsetWithTools,
  isCacheable: 'own',
  async answer({ caller, path }, { tools }) {
    const toolsets = groupByToolkit(await tools.listFor(caller.userId));
    const toolset = toolsets.find(({ name }) => name === path.toolset_name);
    return toolset ? ok(toToolsetWithTools(toolset)) : refuse('not-found', 'Toolset not found.');
  },
});

export const toolOperations = [
  listTools,
  listPublicTools,
  searchTools,
  getPublicTool,
  runTool,
  listToolsets,
  getToolset,
];
