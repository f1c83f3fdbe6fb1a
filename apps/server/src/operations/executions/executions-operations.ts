import { getToolExecutionLog } from './get-tool-execution-log.ts';
import { listToolExecutionLogs } from './list-tool-execution-logs.ts';

export const executionsOperations = [listToolExecutionLogs, getToolExecutionLog];
