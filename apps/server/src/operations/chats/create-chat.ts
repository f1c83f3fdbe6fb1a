import { agentBody, toFields } from '../agents/agent-body.ts';
import { checkWhole } from '../agents/check-agent.ts';
import { createAgent } from '../agents/save-agent.ts';
import { defineOperation } from '../define-operation.ts';

/** POST /me/chats (deprecated): always creates. */
export const createChat = defineOperation('createChat', {
  body: agentBody,
  answer: async ({ caller, body }, { store }) =>
    checkWhole(body, caller.tier) ?? (await createAgent(store.db, caller, toFields(body))),
});
