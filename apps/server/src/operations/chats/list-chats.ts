import { listAgentRecords } from '../../store/agent-record-repository.ts';
import { toAgentModel } from '../agents/agent-model.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/chats */
export const listChats = defineOperation('listChats', {
  isRepeatable: true,
  answer: async ({ caller }, { store }) =>
    ok((await listAgentRecords(store.db, caller.userId)).map(toAgentModel)),
});
