import { route, z, userTools, me, cuid, stamp, conflict, fault } from '#lib';
import { toolByName, userToolView, installedView } from '#services/tools';
export const GET = route({}, () => userTools.all('user_id = ? ORDER BY created', me().id).map(userToolView));
export const POST = route({ body: z.object({ tool_id: z.string().min(1).max(200) }) }, (c) => {
  const tool_id = c.body.tool_id;
  if (!toolByName(tool_id)) throw conflict('install_failed', 'The tool does not exist.');
  const taken = fault('install-taken-by-others') || fault('install-unique-over-all-users') ? userTools.one('tool_id = ?', tool_id) : userTools.one('user_id = ? AND tool_id = ?', me().id, tool_id);
  if (taken) throw conflict('install_failed', 'The tool is installed already.');
  return installedView(userTools.insert({ id: cuid(), user_id: me().id, tool_id, created: stamp() }));
});
