import { route, zUuid, runs, mcpLogs, me, fault } from '#lib';
import { mcpView } from '#services/worker';
export const GET = route({ params: { run_id: zUuid } }, (c) => {
  const run = runs.get(c.params.run_id);
  if (run?.user_id !== me().id) return [];
  return (fault('mcp-logs-by-agent') ? mcpLogs.all('agent_id = ? ORDER BY created', run.agent_id) : mcpLogs.all('run_id = ? ORDER BY created', run.run_id)).map(mcpView);
});
