import { route, zUuid, runs, runLogs, me } from '#lib';
import { logView } from '#services/worker';
export const GET = route({ params: { run_id: zUuid } }, (c) =>
  runs.get(c.params.run_id)?.user_id === me().id ? runLogs.all('run_id = ? ORDER BY created', c.params.run_id).map(logView) : []);
