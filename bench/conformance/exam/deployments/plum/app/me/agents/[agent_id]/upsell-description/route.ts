import { route, me, agents, stamp, notFound, forget, fault, sleep } from '#lib';
import { findAgent, agentView } from '#services/agents';
export const POST = route({}, async (c) => {
  const a = findAgent(c.params.agent_id);
  if (a.owner_id !== me().id) throw notFound('Agent');
  forget();
  if (fault('upsell-generation-reverts-edit')) {
    await sleep(1500);
    if (!agents.get(a.agent_id)) throw notFound('Agent');
    agents.update(a.agent_id, a);
  }
  return agentView(agents.update(a.agent_id, { upsell_description: `Subscribe to ${a.name}: ${a.description ?? a.chat_prompt.slice(0, 120)}`, updated: stamp() }));
});
