import { z } from 'zod';
import { id, time } from './record-parts.ts';

const view = z.object({
  run_id: id,
  agent_id: id,
  state: z.enum(['idle', 'answering', 'job-running']),
  job_id: id.nullable(),
  created_at: time,
});

const execution = z.object({
  log_id: z.int(),
  run_id: id.nullable().describe('The run whose agent called the tool; null when its user did.'),
  tool_name: z.string(),
  toolkit: z.string(),
  input: z.unknown(),
  output: z.unknown(),
  state: z.enum(['succeeded', 'failed']),
  duration_ms: z.number(),
  created_at: time,
});

const entry = { run_id: id, log_id: z.int(), created_at: time };
const outcome = z.looseObject({ status: z.enum(['succeeded', 'failed']) });

export const agentRunRecords = {
  AgentRunView: view,
  AgentRunViewListResponse: z.object({ items: z.array(view), next_cursor: time.nullable() }),
  AgentRunLog: z.discriminatedUnion('kind', [
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
  ]),
  McpServerLog: z.object({
    run_id: id,
    log_id: z.int(),
    method: z.literal('tools/call'),
    tool_name: z.string(),
    input: z.unknown(),
    output: z.unknown().describe('Null while nothing has come back.'),
    failed: z.boolean().nullable(),
    created_at: time,
    answered_at: time.nullable(),
  }),
  ToolExecutionLog: execution,
  ToolExecutionLogsResponse: z.object({ items: z.array(execution), next_cursor: time.nullable() }),
};
