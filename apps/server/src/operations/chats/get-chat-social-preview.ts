import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';

const site = 'Agent Workers';

/** GET /me/chats/{chat_id}/og: a chat out of sight looks like one that isn't there, for no refusal is documented. */
export const getChatSocialPreview = defineOperation('getChatSocialPreview', {
  async answer({ caller, path, origin }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.chat_id, caller });
    const preview = { type: 'website', site_name: site };
    if (isRefusal(agent)) return ok({ ...preview, title: site, description: null, url: origin });
    const description = agent.upsellDescription ?? agent.description;
    return ok({ ...preview, title: agent.name, description, url: `${origin}/me/chats/${agent.id}` });
  },
});
