import { route, zUuid, runs, me, notFound, fault } from '#lib';
import { runView } from '#services/worker';
export const GET = route({ params: { run_id: zUuid } }, (c) => {
  const run = runs.get(c.params.run_id);
  if (!run || (run.user_id !== me().id && !fault('run-view-of-others'))) throw notFound('Run');
  return runView(run);
});
