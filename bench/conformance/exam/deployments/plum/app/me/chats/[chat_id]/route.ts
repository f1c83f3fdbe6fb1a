import { route } from '#lib';
import { AgentRequest, AgentRequestPartial, agentView, visibleAgent, replaceAgent, patchAgent, deleteAgent } from '#services/agents';
export const GET = route({ auth: 'optional' }, (c) => agentView(visibleAgent(c.params.chat_id)));
export const PUT = route({ body: AgentRequest }, (c) => agentView(replaceAgent(c.params.chat_id, c.body)));
export const PATCH = route({ body: AgentRequestPartial }, (c) => agentView(patchAgent(c.params.chat_id, c.body)));
export const DELETE = route({}, (c) => agentView(deleteAgent(c.params.chat_id)));
