import { route, zUuid } from '#lib';
import { AgentRequestPartial, agentView, cloneAgent } from '#services/agents';
export const POST = route({ params: { chat_id: zUuid }, body: AgentRequestPartial.nullable() }, (c) => agentView(cloneAgent(c.params.chat_id, c.body ?? {})));
