import { route, zId } from '#lib';
import { bundleDrop, bundleToolView } from '#services/misc';
export const DELETE = route({ params: { bundle_id: zId } }, (c) => bundleToolView(bundleDrop(c.params.bundle_id, c.params.tool_id)));
