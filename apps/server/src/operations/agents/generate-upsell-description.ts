import { upsellInstructions } from '../../domain/upsell.ts';
import { writeText } from '../../model/write-text.ts';
import { findAgentRecord, updateAgentRecord } from '../../store/agent-record-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse } from '../outcome.ts';
import { toAgentModel } from './agent-model.ts';
import { findOwnAgent } from './find-agent.ts';

/** POST /me/agents/{agent_id}/upsell-description */
export const generateUpsellDescription = defineOperation('generateUpsellDescription', {
  async answer({ caller, path }, { store, model }) {
    const agent = await findOwnAgent(store.db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return refuse('not-found', 'Agent not found.');
    const upsellDescription = await writeText(model, {
      instructions: upsellInstructions,
      message: agent.prompt,
    });
    if (!upsellDescription) return refuse('failed', 'The model wrote nothing. Try again.');
    await updateAgentRecord(store.db, agent.id, { upsellDescription });
    const described = await findAgentRecord(store.db, agent.id);
    return described ? ok(toAgentModel(described)) : refuse('not-found', 'Agent not found.');
  },
});
