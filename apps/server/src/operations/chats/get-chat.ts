import { toAgentModel } from '../agents/agent-model.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';

/** GET /me/chats/{chat_id} */
export const getChat = defineOperation('getChat', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.chat_id, caller });
    return isRefusal(agent) ? agent : ok(toAgentModel(agent));
  },
});
