import { defineOperation } from '../define-operation.ts';
import { isRefusal } from '../outcome.ts';
import { agentBody, toFields } from './agent-body.ts';
import { checkWhole } from './check-agent.ts';
import { findOwnAgent } from './find-agent.ts';
import { changeAgent, createAgent } from './save-agent.ts';

/** POST /me/agents: creates an agent, or updates the one that `agent_id` names and leaves what isn't given. */
export const upsertAgent = defineOperation('upsertAgent', {
  body: agentBody,
  async answer({ caller, body }, { store: { db } }) {
    const refusal = checkWhole(body, caller.tier);
    if (refusal) return refusal;
    if (body.agent_id === undefined) return await createAgent(db, caller, toFields(body));
    const agent = await findOwnAgent(db, { id: body.agent_id, caller });
    return isRefusal(agent) ? agent : await changeAgent(db, agent, toFields(body));
  },
});
