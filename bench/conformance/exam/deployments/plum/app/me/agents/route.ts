import { route } from '#lib';
import { AgentRequest, agentView, upsertAgent, listAgents } from '#services/agents';
export const GET = route({}, () => listAgents().map(agentView));
export const POST = route({ body: AgentRequest }, (c) => agentView(upsertAgent(c.body)));
