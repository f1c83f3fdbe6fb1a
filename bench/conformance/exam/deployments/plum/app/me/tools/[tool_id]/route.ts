import { route, notFound } from '#lib';
import { toolByName, toPublic } from '#services/tools';
export const GET = route({ auth: 'optional' }, (c) => {
  const t = toolByName(c.params.tool_id);
  if (!t) throw notFound('Tool');
  return toPublic(t);
});
