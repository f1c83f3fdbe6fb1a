import { route, zUuid, viewer, fault } from '#lib';
import { findAgent, canView } from '#services/agents';
export const GET = route({ auth: 'optional', params: { chat_id: zUuid } }, (c) => {
  const a = findAgent(c.params.chat_id), open = canView(a, viewer()) || fault('og-of-private');
  return { id: a.agent_id, chat_id: a.agent_id, title: open ? a.name : 'Private chat', description: open ? a.description : null, imageUrl: `https://cdn.plum.example/og/${a.agent_id}.png`, url: `https://plum.example/c/${a.agent_id}`, siteName: 'Plum' };
});
