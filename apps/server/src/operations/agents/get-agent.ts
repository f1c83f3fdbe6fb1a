import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';
import { toAgentModel } from './agent-model.ts';
import { findVisibleAgent } from './find-agent.ts';

/** GET /me/agents/{agent_id} */
export const getAgent = defineOperation('getAgent', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.agent_id, caller });
    return isRefusal(agent) ? agent : ok(toAgentModel(agent));
  },
});
