import type { RunEvent } from '../run-event.ts';
import type { TimedEvent } from './run-log.ts';

type ToolCall = RunEvent & { kind: 'tool-call' };
type ToolResult = RunEvent & { kind: 'tool-result' };

/** The tool calls of a run as McpServerLogs, each with what came back; null while nothing has. */
export function toMcpServerLogs(runId: string, events: readonly TimedEvent[]) {
  const results = new Map(events.flatMap((each) => (isResult(each) ? [[each.event.callId, each]] : [])));
  return events.filter(isCall).map(({ seq, event, createdAt }) => {
    const result = results.get(event.callId);
    return {
      run_id: runId,
      log_id: seq,
      method: 'tools/call',
      tool_name: event.name,
      input: event.input,
      output: result?.event.output ?? null,
      failed: result?.event.failed ?? null,
      created_at: createdAt.toISOString(),
      answered_at: result?.createdAt.toISOString() ?? null,
    };
  });
}

function isCall(each: TimedEvent): each is TimedEvent & { event: ToolCall } {
  return each.event.kind === 'tool-call';
}

function isResult(each: TimedEvent): each is TimedEvent & { event: ToolResult } {
  return each.event.kind === 'tool-result';
}
