import { route, z, zUuid, json } from '#lib';
import { ownAgent, listFiles, createFile, fileView } from '#services/agents';
const Body = z.object({ name: z.string().min(1).max(255), content: z.string().max(2000000).nullable().optional(), mimeType: z.string().max(200).nullable().optional(), position: z.number().int().min(0).nullable().optional() });
export const GET = route({ params: { agent_id: zUuid } }, (c) => listFiles(ownAgent(c.params.agent_id).agent_id));
export const POST = route({ params: { agent_id: zUuid }, body: Body }, (c) => json(fileView(createFile(ownAgent(c.params.agent_id).agent_id, c.body)), 201));
