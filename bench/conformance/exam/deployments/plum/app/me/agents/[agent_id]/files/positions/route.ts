import { route, z, zUuid } from '#lib';
import { ownAgent, orderFiles } from '#services/agents';
const Body = z.object({ positions: z.array(z.object({ file_id: zUuid, position: z.number().int().min(0) })).max(100) });
export const PUT = route({ params: { agent_id: zUuid }, body: Body }, (c) => orderFiles(ownAgent(c.params.agent_id).agent_id, c.body.positions));
