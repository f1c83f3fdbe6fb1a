import { listAgentRecords } from '../../store/agent-record-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toAgentModel } from './agent-model.ts';

/** GET /me/agents */
export const listAgents = defineOperation('listAgents', {
  isRepeatable: true,
  answer: async ({ caller }, { store }) =>
    ok((await listAgentRecords(store.db, caller.userId)).map(toAgentModel)),
});
