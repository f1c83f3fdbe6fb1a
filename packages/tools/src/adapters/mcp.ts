import { canonical } from '../dialects/dialect.ts';
import { createToolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { toolEffects } from '../operations/tool-effects.ts';
import { answerCall, type Running } from './run-tool.ts';
import { answerText } from './tool-answer.ts';

export type { RunTool } from './run-tool.ts';

/** An item of `tools/list`. */
export interface McpTool {
  [key: string]: unknown;
  name: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** The answer to `tools/call`. */
export interface McpResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: true;
}

/** The part of `Server` of @modelcontextprotocol/sdk that is used; its `McpServer` takes zod only, and loses the rules. */
export interface McpServerLike<ListSchema, CallSchema> {
  setRequestHandler(schema: ListSchema, handler: () => { tools: McpTool[] }): void;
  setRequestHandler(schema: CallSchema, handler: (request: McpCallRequest) => Promise<McpResult>): void;
}

export interface McpCallRequest {
  params: { name: string; arguments?: Record<string, unknown> | undefined };
}

export interface McpOptions extends ToolsetOptions, Running {}

/** The tools as MCP lists them. Every hint is written, as the protocol takes a missing one for the worst. */
export function mcpTools(options: ToolsetOptions = {}): McpTool[] {
  return createToolset(canonical, options).compiled.map(({ name, tool, description, schema }) => {
    const { readOnly, destructive, idempotent, openWorld } = toolEffects[tool];
    return {
      name,
      description,
      inputSchema: { ...structuredClone(schema), type: 'object' },
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: openWorld,
      },
    };
  });
}

/** What answers `tools/list` and `tools/call`. */
export function mcpHandlers({ run, onError, ...options }: McpOptions) {
  const toolset = createToolset(canonical, options);
  const tools = mcpTools(options);
  return {
    listTools: () => ({ tools }),
    async callTool({ params }: McpCallRequest): Promise<McpResult> {
      const answer = await answerCall(
        toolset,
        { name: params.name, arguments: params.arguments },
        { run, onError },
      );
      const content = [
        { type: 'text' as const, text: 'error' in answer ? answer.error : answerText(answer) },
      ];
      return 'error' in answer ? { content, isError: true } : { content };
    },
  };
}

/**
 * Registers the tools with a low-level server of the official SDK, which must declare the capability `tools`. The two
 * schemas are the SDK's `ListToolsRequestSchema` and `CallToolRequestSchema`, handed in so that it isn't imported here.
 */
export function registerMcpTools<ListSchema, CallSchema>(
  server: McpServerLike<ListSchema, CallSchema>,
  schemas: { list: ListSchema; call: CallSchema },
  options: McpOptions,
): void {
  const { listTools, callTool } = mcpHandlers(options);
  server.setRequestHandler(schemas.list, listTools);
  server.setRequestHandler(schemas.call, callTool);
}
