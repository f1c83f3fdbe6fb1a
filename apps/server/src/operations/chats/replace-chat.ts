import { agentBody, toFields } from '../agents/agent-body.ts';
import { checkWhole } from '../agents/check-agent.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { changeAgent, defaultFields } from '../agents/save-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal } from '../outcome.ts';

/** PUT /me/chats/{chat_id}: what the body leaves out has its default again. */
export const replaceChat = defineOperation('replaceChat', {
  body: agentBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const refusal = checkWhole(body, caller.tier);
    return refusal ?? (await changeAgent(db, agent, { ...defaultFields(caller.tier), ...toFields(body) }));
  },
});
