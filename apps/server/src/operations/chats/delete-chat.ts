import { deleteAgentRecord } from '../../store/agent-record-repository.ts';
import { toAgentModel } from '../agents/agent-model.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';

/** DELETE /me/chats/{chat_id} */
export const deleteChat = defineOperation('deleteChat', {
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    await deleteAgentRecord(db, agent.id);
    return ok(toAgentModel(agent));
  },
});
