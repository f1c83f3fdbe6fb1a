import { route, me, agents, stamp, notFound, forget } from '#lib';
import { findAgent, agentView } from '#services/agents';
export const POST = route({}, (c) => {
  const a = findAgent(c.params.agent_id);
  if (a.owner_id !== me().id) throw notFound('Agent');
  forget();
  return agentView(agents.update(a.agent_id, { upsell_description: `Subscribe to ${a.name}: ${a.description ?? a.chat_prompt.slice(0, 120)}`, updated: stamp() }));
});
