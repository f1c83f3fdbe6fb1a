import { route, zId, executions, me, notFound, fault } from '#lib';
import { executionView } from '#services/tools';
export const GET = route({ params: { log_id: zId } }, (c) => {
  const row = executions.get(c.params.log_id);
  if (!row || (row.user_id !== me().id && !fault('execution-of-others'))) throw notFound('Execution');
  return executionView(row);
});
