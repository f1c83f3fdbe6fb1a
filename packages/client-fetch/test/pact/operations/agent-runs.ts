import {
  getAgentRun,
  getToolExecutionLog,
  listAgentRunLogs,
  listAgentRunMcpServerLogs,
  listAgentRuns,
  listToolExecutionLogs,
} from '../../../src/index.ts';
import { anyPage, page, records } from '../answers.ts';
import { misses, succeeds } from '../cases.ts';
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
      succeeds(['a run'], { answer: page }),
      succeeds(['a run'], {
        answer: anyPage,
        when: 'page by page',
        query: { limit: '2', next_cursor: cursor },
      }),
    ],
  },
  {
    source: getAgentRun,
    request: 'GET /me/agent-runs/{run_id}',
    call: (transport) => getAgentRun(transport, run_id),
    cases: [succeeds(['a run']), misses('run_id')],
  },
  {
    source: listAgentRunMcpServerLogs,
    request: 'GET /me/agent-runs/{run_id}/mcp-server-logs',
    call: (transport) => listAgentRunMcpServerLogs(transport, run_id),
    cases: [succeeds(['a run'], { answer: records })],
  },
  {
    source: listAgentRunLogs,
    request: 'GET /me/agent-runs/{run_id}/logs',
    call: (transport) => listAgentRunLogs(transport, run_id),
    cases: [succeeds(['a run'], { answer: records })],
  },
  {
    source: listToolExecutionLogs,
    operation: 'listToolExecutionLogs',
    request: 'GET /me/executions',
    call: (transport, { query }) => listToolExecutionLogs(transport, query),
    cases: [
      succeeds(['a tool that was run'], { answer: page }),
      succeeds(['a tool that was run'], {
        answer: anyPage,
        when: 'page by page',
        query: { limit: '2', next_cursor: cursor },
      }),
    ],
  },
  {
    source: getToolExecutionLog,
    request: 'GET /me/executions/{log_id}',
    call: (transport) => getToolExecutionLog(transport, log_id),
    cases: [succeeds(['a tool that was run']), misses('log_id')],
  },
];
