import { route, z, zUuid, json, fault } from '#lib';
import { ownAgent, findFile, patchFile, deleteFile, fileView } from '#services/agents';
const params = { agent_id: zUuid, file_id: fault('file-uppercase-uuid-unknown') ? zUuid.innerType() : zUuid };
const Body = z.object({ name: z.string().min(1).max(255).nullable().optional(), content: z.string().max(2000000).nullable().optional(), mimeType: z.string().max(200).nullable().optional(), position: z.number().int().min(0).nullable().optional() });
const at = (c: any) => findFile(ownAgent(c.params.agent_id).agent_id, c.params.file_id);
export const GET = route({ params }, (c) => fileView(at(c)));
export const PATCH = route({ params, body: Body }, (c) => fileView(patchFile(at(c), c.body)));
export const DELETE = route({ params }, (c) => { deleteFile(at(c)); return json(null, 204); });
