import { insertFeedback } from '../../store/feedback-repository.ts';
import { toAgentModel } from '../agents/agent-model.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse } from '../outcome.ts';

/** POST /me/chats/{chat_id}/feedback: any object is feedback, and is kept whole. */
export const submitChatFeedback = defineOperation('submitChatFeedback', {
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return refuse('not-found', 'Chat not found.');
    await insertFeedback(db, { agentId: agent.id, userId: caller.userId, feedback: body });
    return ok(toAgentModel(agent));
  },
});
