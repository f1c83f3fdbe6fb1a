import { vibePrompt, vibeServices } from '../../domain/vibe-services.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, unprocessable } from '../outcome.ts';
import { findVisibleAgent } from './find-agent.ts';

/** GET /me/agents/{agent_id}/vibe; no 403 or 404 is documented, so an agent out of sight is an input that can't be. */
export const getVibePrompt = defineOperation('getVibePrompt', {
  async answer({ caller, path, query, origin }, { store }) {
    const service = vibeServices.find(({ service_name }) => service_name === query.service_name);
    const names = vibeServices.map(({ service_name }) => service_name).join(', ');
    if (!service) return unprocessable(['query', 'service_name'], `Expected one of ${names}.`);
    const agent = await findVisibleAgent(store.db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return unprocessable(['path', 'agent_id'], agent.detail);
    const prompt = vibePrompt(service, agent, origin);
    return ok({ agent_id: agent.id, service_name: service.service_name, prompt });
  },
});
