import { endSubscriptionsTo } from '../../payments/end-subscriptions.ts';
import { deleteAgentRecord } from '../../store/agent-record-repository.ts';
import { toAgentModel } from '../agents/agent-model.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';

/** DELETE /me/chats/{chat_id} */
export const deleteChat = defineOperation('deleteChat', {
  async answer({ caller, path }, { store, payments }) {
    const { db } = store;
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    await endSubscriptionsTo(agent.id, { store, payments });
    await deleteAgentRecord(db, agent.id);
    return ok(toAgentModel(agent));
  },
});
