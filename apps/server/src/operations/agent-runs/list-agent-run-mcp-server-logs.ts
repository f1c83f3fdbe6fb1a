import { toMcpServerLogs } from '../../domain/agent-runs/mcp-server-log.ts';
import { listTimedEvents } from '../../store/timed-event-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/agent-runs/{run_id}/mcp-server-logs. A run that isn't the caller's has none: no 404 is listed. */
export const listAgentRunMcpServerLogs = defineOperation('listAgentRunMcpServerLogs', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const events = await listTimedEvents(store.db, { runId: path.run_id, userId: caller.userId });
    return ok(toMcpServerLogs(path.run_id, events));
  },
});
