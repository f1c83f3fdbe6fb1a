import {
  getAgentRun,
  getToolExecutionLog,
  listAgentRunLogs,
  listAgentRunMcpServerLogs,
  listAgentRuns,
  listToolExecutionLogs,
} from '../../../src/index.ts';
import { records } from '../answers.ts';
import { fails, misses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Contract } from '../interaction.ts';

const { run_id, log_id } = examples;
const cursor = '2026-01-02T00:00:00Z';

export const agentRuns: Contract[] = [
  {
    source: listAgentRuns,
    operation: 'listAgentRuns',
    request: 'GET /me/agent-runs',
    call: (transport, { query }) => listAgentRuns(transport, query),
    cases: [
      succeeds(['a run']),
      succeeds(['a run'], { when: 'page by page', query: { limit: '2', next_cursor: cursor } }),
      fails('listAgentRuns', 500),
    ],
  },
  {
    source: getAgentRun,
    request: 'GET /me/agent-runs/{run_id}',
    call: (transport) => getAgentRun(transport, run_id),
    cases: [succeeds(['a run']), misses('run_id'), fails('getAgentRun', 500)],
  },
  {
    source: listAgentRunMcpServerLogs,
    request: 'GET /me/agent-runs/{run_id}/mcp-server-logs',
    call: (transport) => listAgentRunMcpServerLogs(transport, run_id),
    cases: [succeeds(['a run'], { answer: records }), fails('listAgentRunMcpServerLogs', 500)],
  },
  {
    source: listAgentRunLogs,
    request: 'GET /me/agent-runs/{run_id}/logs',
    call: (transport) => listAgentRunLogs(transport, run_id),
    cases: [succeeds(['a run'], { answer: records }), fails('listAgentRunLogs', 500)],
  },
  {
    source: listToolExecutionLogs,
    operation: 'listToolExecutionLogs',
    request: 'GET /me/executions',
    call: (transport, { query }) => listToolExecutionLogs(transport, query),
    cases: [
      succeeds(['a tool that was run']),
      succeeds(['a tool that was run'], { when: 'page by page', query: { limit: '2', next_cursor: cursor } }),
      fails('listToolExecutionLogs', 500),
    ],
  },
  {
    source: getToolExecutionLog,
    request: 'GET /me/executions/{log_id}',
    call: (transport) => getToolExecutionLog(transport, log_id),
    cases: [succeeds(['a tool that was run']), misses('log_id'), fails('getToolExecutionLog', 500)],
  },
];
