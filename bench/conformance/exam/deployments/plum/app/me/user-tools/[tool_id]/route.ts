import { route, userTools, fault } from '#lib';
import { findInstalled, userToolView, installedView } from '#services/tools';
export const GET = route({}, (c) => userToolView(findInstalled(c.params.tool_id)));
export const DELETE = route({}, (c) => {
  const row = findInstalled(c.params.tool_id);
  if (fault('uninstall-for-everyone')) userTools.remove('tool_id = ?', row.tool_id); else userTools.remove('id = ?', row.id);
  return installedView(row);
});
