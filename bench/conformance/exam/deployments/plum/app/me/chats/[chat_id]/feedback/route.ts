import { route, z, nstr, sql, agents, feedbacks, me, viewer, cuid, stamp, notFound, forget, fault } from '#lib';
import { findAgent, canView, agentView } from '#services/agents';
export const POST = route({ body: z.object({ rating: z.number().int().min(1).max(5).nullable().optional(), comment: nstr(5000), feedback: nstr(5000) }) }, (c) => {
  const a = findAgent(c.params.chat_id);
  if (!canView(a, viewer()) && !fault('feedback-shows-private-agent')) throw notFound('Chat');
  feedbacks.insert({ id: cuid(), agent_id: a.agent_id, user_id: me().id, rating: c.body.rating ?? null, comment: c.body.comment ?? c.body.feedback ?? null, created: stamp() });
  sql('UPDATE agents SET feedback_count = feedback_count + 1 WHERE agent_id = ?').run(a.agent_id);
  if (fault('feedback-adopts-agent')) agents.update(a.agent_id, { owner_id: me().id });
  forget();
  return agentView(agents.get(a.agent_id));
});
