import { agentBody, altered, call, fixture, foreign, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const run = { run_id: of('runs', 'run_id') };
const log = { log_id: of('logs', 'log_id') };
const runTool = call('runTool', { path: { tool_name: fixture('tool.name') }, raw: fixture('tool.input') });

export const runSequences: readonly Sequence[] = [
  {
    id: 'runs-are-logged',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('that runs', 'private') }),
      call('createChatRunLog', { path: { chat_id: of('agent', 'agent_id') }, times: 9 }),
      call('listAgentRuns', { name: 'runs' }),
      call('getAgentRun', { path: run }),
      call('getAgentRun', { path: run }),
      call('getAgentRun', { path: { run_id: of('runs', 'run_id', 2) } }),
      call('listAgentRunLogs', { path: run }),
      call('listAgentRunMcpServerLogs', { path: run }),
      call('listAgentRuns', { as: 'other' }),
      foreign(call('getAgentRun', { path: run })),
      foreign(call('listAgentRunLogs', { path: run })),
      ...paged('listAgentRuns'),
      ...openedByAnother('listAgentRuns'),
      call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } }),
    ],
  },
  {
    id: 'executions-are-logged',
    calls: [
      { ...runTool, times: 9 },
      call('listToolExecutionLogs', { name: 'logs' }),
      call('getToolExecutionLog', { path: log }),
      call('getToolExecutionLog', { path: log }),
      call('getToolExecutionLog', { path: { log_id: of('logs', 'log_id', 2) } }),
      call('listToolExecutionLogs', { as: 'other' }),
      foreign(call('getToolExecutionLog', { path: log })),
      // Now that there are some to take it for.
      call('getToolExecutionLog', { path: { log_id: { unknown: 'integer' } }, kind: 'unknown-id' }),
      ...paged('listToolExecutionLogs'),
      { ...runTool, times: 2, as: 'other' },
      call('listToolExecutionLogs', { query: { limit: 2 }, later: true }),
      call('listToolExecutionLogs'),
      call('listToolExecutionLogs', { as: 'other' }),
      ...openedByAnother('listToolExecutionLogs'),
    ],
  },
  {
    id: 'execution-of-further-input',
    // So that it is among the first of the list.
    quiet: true,
    calls: [
      { ...runTool, raw: altered('tool.input', 'with further members'), kind: 'tool-run' },
      call('listToolExecutionLogs', { name: 'logs', query: { limit: 3 }, later: true }),
      call('getToolExecutionLog', { path: log }),
      call('getToolExecutionLog', { path: { log_id: of('logs', 'log_id', 1) } }),
      call('getToolExecutionLog', { path: { log_id: of('logs', 'log_id', 2) } }),
    ],
  },
];

/** A cursor is a moment, which another user may have as well: what it leads to is still the caller's. */
function openedByAnother(operation: string): readonly Call[] {
  const next_cursor = of('newest', 'next_cursor');
  return [
    call(operation, { name: 'newest', query: { limit: 1 } }),
    call(operation, { query: { limit: 30, next_cursor }, as: 'other', kind: 'open-refusal' }),
  ];
}

/** The first records in one answer, before and after they are asked for page by page. */
function paged(operation: string): readonly Call[] {
  const limit = 2;
  const pages = [1, 2, 3, 4].map((page) =>
    call(operation, {
      name: `page ${page}`,
      query: { limit, ...(page === 1 ? {} : { next_cursor: of(`page ${page - 1}`, 'next_cursor') }) },
    }),
  );
  const whole = call(operation, { query: { limit: 30 } });
  return [whole, ...pages, whole];
}
