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

/** Names one of a user's connections to an outside service. */
export interface ServiceKey {
  serviceId: string;
  namespace: string;
}

/** One call of a tool by its user or by an agent of theirs. */
export interface ToolCall {
  input: Record<string, unknown>;
  callId: string;
  service: ServiceKey;
  /** Where the client reached the deployment; undefined for an agent's call. */
  origin?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What a tool came to; a failure's output is the reason in words. */
export interface ToolOutcome {
  output: unknown;
  failed: boolean;
}

/** A tool that its user can run. */
export interface RunnableTool extends Tool {
  /** @throws {InvalidToolCall} when nothing was done, because of the input or a missing connection. */
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** The call is wrong, and the tool did nothing. */
export class InvalidToolCall extends Error {
  override readonly name = 'InvalidToolCall';
}

/** What applies where a call names no service: the defaults of POST /me/tools/run/{tool_name}. */
export const defaultService: ServiceKey = { serviceId: 'default', namespace: 'global' };

/** The tools of one toolkit. */
export interface Toolset {
  name: string;
  tools: Tool[];
}

/** The tools by toolkit, in the order of their first tools. */
export function groupByToolkit(tools: readonly Tool[]): Toolset[] {
  const groups = Map.groupBy(tools, ({ toolkit }) => toolkit);
  return [...groups].map(([name, members]) => ({ name, tools: members }));
}
