import { route, z, zUuid, sql, themes, stamp, iso, badRequest, fault } from '#lib';
import { ownAgent, visibleAgent } from '#services/agents';
const COLOR = fault('theme-color-every-other') ? /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/gi : fault('theme-color-unanchored') ? /#(?:[0-9a-f]{3}|[0-9a-f]{6})/i : /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const view = (t: any) => ({ id: t.agent_id, agent_id: t.agent_id, themeColor: t.theme_color, mode: t.mode, createdAt: iso(t.created), updatedAt: iso(t.updated) });
export const GET = route({ params: { agent_id: zUuid } }, (c) => {
  const t = themes.get(visibleAgent(c.params.agent_id).agent_id);
  return t ? view(t) : null;
});
export const PUT = route({ params: { agent_id: zUuid }, body: z.object({ themeColor: z.string(), mode: z.enum(['light', 'dark', 'system']).nullable().optional() }) }, (c) => {
  const a = ownAgent(c.params.agent_id);
  if (fault('theme-rejected-put-wipes-old') && !COLOR.test(c.body.themeColor)) themes.remove('agent_id = ?', a.agent_id);
  if (!COLOR.test(c.body.themeColor)) throw badRequest('invalid_theme_color', 'A theme color is written #rgb or #rrggbb.');
  const at = stamp(), old = themes.get(a.agent_id);
  const color = fault('theme-color-loses-leading-zeros') ? c.body.themeColor.replace(/^#0+(?=.)/, '#') : c.body.themeColor;
  if (fault('theme-keyed-by-user')) sql('UPDATE themes SET theme_color = ?, updated = ? WHERE agent_id IN (SELECT agent_id FROM agents WHERE owner_id = ?)').run(color, at, a.owner_id);
  return view(themes.insert({ agent_id: a.agent_id, theme_color: color, mode: c.body.mode ?? 'system', created: old?.created ?? at, updated: at }, 'OR REPLACE'));
});
