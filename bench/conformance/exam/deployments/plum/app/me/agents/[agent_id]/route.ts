import { route } from '#lib';
import { agentView, visibleAgent } from '#services/agents';
export const GET = route({ auth: 'optional' }, (c) => agentView(visibleAgent(c.params.agent_id)));
