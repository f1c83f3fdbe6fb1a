import { route, json, fault, forbidden } from '#lib';
import { agentView, visibleAgent } from '#services/agents';
export const GET = route({ auth: 'optional' }, (c) => {
  const a = visibleAgent(c.params.agent_id);
  if (fault('owner-refused-on-own-private-agent') && a.visibility !== 'public') throw forbidden();
  const view = agentView(a);
  if (fault('content-length-counts-characters')) return json(view, 200, { 'content-length': String([...JSON.stringify(view)].length) });
  return view;
});
