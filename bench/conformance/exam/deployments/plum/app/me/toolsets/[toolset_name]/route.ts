import { route, notFound, fault } from '#lib';
import { toolsets, toolSetView, toolsOf, toMcp } from '#services/tools';
export const GET = route({}, (c) => {
  const name = c.params.toolset_name;
  if (!(fault('toolset-by-in') ? name in toolsets : Object.hasOwn(toolsets, name))) throw notFound('Toolset');
  return { ...toolSetView(name), tools: toolsOf(name).map(toMcp) };
});
