import { z } from 'zod';
import type { LoggedExecution } from '../domain/execution.ts';
import { findExecution, listExecutions } from '../store/execution-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { answerPage } from './page.ts';
import { id, time } from './record-parts.ts';

const executionLog = z.object({
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

const executionPage = z.object({ items: z.array(executionLog), next_cursor: time.nullable() });

export const executionSchemas = { ToolExecutionLog: executionLog, ToolExecutionLogsResponse: executionPage };

/** The execution as a ToolExecutionLog. */
function toExecutionRecord(execution: LoggedExecution): z.output<typeof executionLog> {
  const { logId, runId, toolName, toolkit, input, output, failed, milliseconds, createdAt } = execution;
  return {
    log_id: logId,
    run_id: runId,
    tool_name: toolName,
    toolkit,
    input,
    output,
    state: failed ? 'failed' : 'succeeded',
    duration_ms: milliseconds,
    created_at: createdAt,
  };
}

/** GET /me/executions */
const listToolExecutionLogs = defineOperation('listToolExecutionLogs', {
  result: executionPage,
  isCacheable: 'own',
  answer: ({ caller, query }, { store }) =>
    answerPage(caller.userId, query, {
      read: (request) => listExecutions(store.db, request),
      toRecord: toExecutionRecord,
    }),
});

/** GET /me/executions/{log_id} */
const getToolExecutionLog = defineOperation('getToolExecutionLog', {
  result: executionLog,
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const execution = await findExecution(store.db, { logId: path.log_id, userId: caller.userId });
    return execution ? ok(toExecutionRecord(execution)) : refuse('not-found', 'Execution log not found.');
  },
});

export const executionOperations = [listToolExecutionLogs, getToolExecutionLog];
