import { z } from 'zod';
import type { RunEvent, TimedEvent } from '../domain/run-event.ts';
import type { RunView } from '../domain/run-state.ts';
import { listTimedEvents } from '../store/event-repository.ts';
import { findRunView, listRunViews } from '../store/run-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { answerPage } from './page.ts';
import { id, time } from './record-parts.ts';

const runView = z.object({
  run_id: id,
  agent_id: id,
  state: z.enum(['idle', 'answering', 'job-running']),
  job_id: id.nullable(),
  created_at: time,
});

const entry = { run_id: id, log_id: z.int(), created_at: time };
const outcome = z.looseObject({ status: z.enum(['succeeded', 'failed']) });

export const agentRunLog = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('run-created'), agent_id: id }),
  z.object({ ...entry, kind: z.literal('user-message'), text: z.string() }),
  z.object({ ...entry, kind: z.literal('text'), text: z.string() }),
  z.object({
    ...entry,
    kind: z.literal('tool-call'),
    call_id: z.string(),
    name: z.string(),
    input: z.unknown(),
  }),
  z.object({
    ...entry,
    kind: z.literal('tool-result'),
    call_id: z.string(),
    name: z.string(),
    output: z.unknown(),
    failed: z.boolean(),
  }),
  z.object({ ...entry, kind: z.literal('job-started'), job_id: id, call_id: z.string() }),
  z.object({ ...entry, kind: z.literal('job-finished'), job_id: id, outcome, text: z.string() }),
  z.object({ ...entry, kind: z.literal('error'), message: z.string() }),
  z.object({ ...entry, kind: z.literal('done') }),
]);

const mcpServerLog = z.object({
  run_id: id,
  log_id: z.int(),
  method: z.literal('tools/call'),
  tool_name: z.string(),
  input: z.unknown(),
  output: z.unknown().describe('Null while nothing has come back.'),
  failed: z.boolean().nullable(),
  created_at: time,
  answered_at: time.nullable(),
});

const runViewPage = z.object({ items: z.array(runView), next_cursor: time.nullable() });

export const agentRunSchemas = {
  AgentRunView: runView,
  AgentRunViewListResponse: runViewPage,
  AgentRunLog: agentRunLog,
  McpServerLog: mcpServerLog,
};

type RunLog = z.output<typeof agentRunLog>;

/** The entry that every run begins with. */
export function toRunCreatedLog(run: { runId: string; agentId: string; createdAt: string }): RunLog {
  const { runId, agentId, createdAt } = run;
  return { run_id: runId, log_id: 0, kind: 'run-created', created_at: createdAt, agent_id: agentId };
}

/** The events of a run as AgentRunLogs, counted within the run; text that was streamed in pieces is one entry again. */
function toRunLogs(runId: string, events: readonly TimedEvent[]): RunLog[] {
  const logs: RunLog[] = [];
  for (const timed of events) {
    const last = logs.at(-1);
    if (timed.event.kind === 'text' && last?.kind === 'text') last.text += timed.event.text;
    else logs.push(toRunLog(runId, timed));
  }
  return logs;
}

function toRunLog(runId: string, { seq, event, createdAt }: TimedEvent): RunLog {
  const entry = { run_id: runId, log_id: seq, created_at: createdAt.toISOString() };
  switch (event.kind) {
    case 'tool-call':
      return { ...entry, kind: event.kind, call_id: event.callId, name: event.name, input: event.input };
    case 'tool-result': {
      const { kind, callId, name, output, failed } = event;
      return { ...entry, kind, call_id: callId, name, output, failed };
    }
    case 'job-started':
      return { ...entry, kind: event.kind, job_id: event.jobId, call_id: event.callId };
    case 'job-finished':
      return { ...entry, kind: event.kind, job_id: event.jobId, outcome: event.outcome, text: event.text };
    default:
      return { ...entry, ...event };
  }
}

type ToolCall = RunEvent & { kind: 'tool-call' };
type ToolResult = RunEvent & { kind: 'tool-result' };

/** The tool calls of a run as McpServerLogs, each with what came back; null while nothing has. */
function toMcpServerLogs(runId: string, events: readonly TimedEvent[]): z.output<typeof mcpServerLog>[] {
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

/** The view as an AgentRunView. */
function toRunViewRecord({
  runId,
  agentId,
  createdAt,
  jobId,
  turnIsRunning,
}: RunView): z.output<typeof runView> {
  const state = jobId !== null ? 'job-running' : turnIsRunning ? 'answering' : 'idle';
  return { run_id: runId, agent_id: agentId, state, job_id: jobId, created_at: createdAt };
}

/** GET /me/agent-runs */
const listAgentRuns = defineOperation('listAgentRuns', {
  result: runViewPage,
  isCacheable: 'own',
  answer: ({ caller, query }, { store }) =>
    answerPage(caller.userId, query, {
      read: (request) => listRunViews(store.db, request),
      toRecord: toRunViewRecord,
    }),
});

/** GET /me/agent-runs/{run_id} */
const getAgentRun = defineOperation('getAgentRun', {
  result: runView,
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const view = await findRunView(store.db, { runId: path.run_id, userId: caller.userId });
    return view ? ok(toRunViewRecord(view)) : refuse('not-found', 'Run not found.');
  },
});

/** GET /me/agent-runs/{run_id}/logs. A run that isn't the caller's has no logs: the operation lists no 404. */
const listAgentRunLogs = defineOperation('listAgentRunLogs', {
  result: z.array(agentRunLog),
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const key = { runId: path.run_id, userId: caller.userId };
    const view = await findRunView(store.db, key);
    if (!view) return ok([]);
    return ok([toRunCreatedLog(view), ...toRunLogs(view.runId, await listTimedEvents(store.db, key))]);
  },
});

/** GET /me/agent-runs/{run_id}/mcp-server-logs. A run that isn't the caller's has none: no 404 is listed. */
const listAgentRunMcpServerLogs = defineOperation('listAgentRunMcpServerLogs', {
  result: z.array(mcpServerLog),
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const events = await listTimedEvents(store.db, { runId: path.run_id, userId: caller.userId });
    return ok(toMcpServerLogs(path.run_id, events));
  },
});

export const agentRunOperations = [listAgentRuns, getAgentRun, listAgentRunLogs, listAgentRunMcpServerLogs];
