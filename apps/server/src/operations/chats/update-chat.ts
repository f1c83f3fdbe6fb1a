import { agentPartBody, toFields } from '../agents/agent-body.ts';
import { checkPart } from '../agents/check-agent.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { changeAgent } from '../agents/save-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal } from '../outcome.ts';

/** PATCH /me/chats/{chat_id} */
export const updateChat = defineOperation('updateChat', {
  body: agentPartBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const refusal = checkPart(body, caller.tier);
    return refusal ?? (await changeAgent(db, agent, toFields(body)));
  },
});
