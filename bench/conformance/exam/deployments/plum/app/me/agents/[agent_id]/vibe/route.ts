import { route, z, invalid, fault } from '#lib';
import { visibleAgent } from '#services/agents';
import { SERVICES } from '#services/vibe';
export const GET = route({ query: { service_name: z.string() } }, (c) => {
  const name = c.query.service_name;
  if (!(fault('vibe-service-by-in') ? name in SERVICES : Object.hasOwn(SERVICES, name))) throw invalid(['query', 'service_name'], 'must be one of ' + Object.keys(SERVICES).join(', '));
  const a = visibleAgent(c.params.agent_id);
  if (fault('braces-in-prompt-break-vibe') && /[{}]/.test(a.chat_prompt)) throw new Error('format: no such key');
  return { service_name: name, agent_id: a.agent_id, prompt: `Build a web page with ${SERVICES[name].title} for the agent "${a.name}" (${a.agent_id}). It talks to the Workers API. The agent's description: ${a.description ?? 'none'}.` };
});
