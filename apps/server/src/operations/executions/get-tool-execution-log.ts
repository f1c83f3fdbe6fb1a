import { toExecutionRecord } from '../../domain/executions/execution.ts';
import { findExecution } from '../../store/execution-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/executions/{log_id} */
export const getToolExecutionLog = defineOperation('getToolExecutionLog', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const execution = await findExecution(store.db, { logId: path.log_id, userId: caller.userId });
    return execution ? ok(toExecutionRecord(execution)) : refuse('not-found', 'Execution log not found.');
  },
});
