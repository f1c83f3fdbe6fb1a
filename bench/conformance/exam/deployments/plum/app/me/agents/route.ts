import { route, json, fault, files, me } from '#lib';
import { AgentRequest, agentView, upsertAgent, listAgents } from '#services/agents';
export const GET = route({}, (c) => {
  const list = listAgents();
  if (fault('list-repeats-agent-per-file')) return list.flatMap((a) => Array(files.count('agent_id = ?', a.agent_id) || 1).fill(agentView(a)));
  if (fault('etag-built-from-row-count')) {
    const headers = { etag: `"${me().id}-${list.length}"`, 'cache-control': 'no-cache' };
    return c.headers['if-none-match'] === headers.etag ? json(null, 304, headers) : json(list.map(agentView), 200, headers);
  }
  return list.map(agentView);
});
export const POST = route({ body: AgentRequest }, (c) => agentView(upsertAgent(c.body)));
