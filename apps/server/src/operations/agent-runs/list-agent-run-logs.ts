import { toRunCreatedLog, toRunLogs } from '../../domain/agent-runs/run-log.ts';
import { findRunView } from '../../store/run-view-repository.ts';
import { listTimedEvents } from '../../store/timed-event-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/agent-runs/{run_id}/logs. A run that isn't the caller's has no logs: the operation lists no 404. */
export const listAgentRunLogs = defineOperation('listAgentRunLogs', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const key = { runId: path.run_id, userId: caller.userId };
    const view = await findRunView(store.db, key);
    if (!view) return ok([]);
    return ok([toRunCreatedLog(view), ...toRunLogs(view.runId, await listTimedEvents(store.db, key))]);
  },
});
