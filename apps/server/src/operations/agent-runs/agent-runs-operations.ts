import { getAgentRun } from './get-agent-run.ts';
import { listAgentRunLogs } from './list-agent-run-logs.ts';
import { listAgentRunMcpServerLogs } from './list-agent-run-mcp-server-logs.ts';
import { listAgentRuns } from './list-agent-runs.ts';

export const agentRunsOperations = [listAgentRuns, getAgentRun, listAgentRunLogs, listAgentRunMcpServerLogs];
