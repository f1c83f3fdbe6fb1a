import type { ToolOutcome } from './runnable-tool.ts';

/** The outcome as a ToolResult: a result in MCP format, and the id of its log. */
export function toToolResult({ output, failed, logId }: ToolOutcome & { logId: number }) {
  return { ...toMcpResult(output), isError: failed, log_id: logId };
}

/** What came from an MCP server is in that format already. */
function toMcpResult(output: unknown): object {
  if (typeof output === 'object' && output !== null && 'content' in output && Array.isArray(output.content))
    return output;
  if (typeof output === 'string') return { content: [{ type: 'text', text: output }] };
  const text = JSON.stringify(output) ?? 'null';
  return { content: [{ type: 'text', text }], structuredContent: output ?? null };
}
