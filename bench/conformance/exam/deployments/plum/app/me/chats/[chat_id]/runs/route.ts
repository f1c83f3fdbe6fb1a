import { route, zUuid, me, runs, fault } from '#lib';
import { visibleAgent } from '#services/agents';
import { newRun, logView } from '#services/worker';
export const POST = route({ params: { chat_id: zUuid } }, (c) => {
  const { run, log } = newRun(visibleAgent(c.params.chat_id), me().id);
  if (fault('chat-run-not-kept')) runs.remove('run_id = ?', run.run_id);
  return logView(log);
});
