import { route, z, zId } from '#lib';
import { bundleAdd, bundleToolList, bundleToolView } from '#services/misc';
const params = { bundle_id: zId };
export const GET = route({ params }, (c) => bundleToolList(c.params.bundle_id));
export const POST = route({ params, body: z.object({ tool_id: z.string().min(1).max(200) }) }, (c) => bundleToolView(bundleAdd(c.params.bundle_id, c.body.tool_id)));
