import { toRunViewRecord } from '../../domain/agent-runs/run-view.ts';
import { findRunView } from '../../store/run-view-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/agent-runs/{run_id} */
export const getAgentRun = defineOperation('getAgentRun', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const view = await findRunView(store.db, { runId: path.run_id, userId: caller.userId });
    return view ? ok(toRunViewRecord(view)) : refuse('not-found', 'Run not found.');
  },
});
