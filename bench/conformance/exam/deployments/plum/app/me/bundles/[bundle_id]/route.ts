import { route, z, zId, str, nstr, bundles } from '#lib';
import { bundleFind, bundleUpdate, bundleView, bundleRow } from '#services/misc';
const params = { bundle_id: zId };
const Body = z.object({ name: z.string().min(1).max(200).nullable().optional(), description: nstr(), tools: z.array(z.union([str(200), z.object({ tool_id: str(200) })])).max(200).nullable().optional() });
export const GET = route({ params }, (c) => bundleView(bundleFind(c.params.bundle_id)));
export const PUT = route({ params, body: Body }, (c) => bundleView(bundleUpdate(c.params.bundle_id, c.body)));
export const DELETE = route({ params }, (c) => {
  const b = bundleFind(c.params.bundle_id);
  bundles.remove('bundle_id = ?', b.bundle_id);
  return bundleRow(b);
});
