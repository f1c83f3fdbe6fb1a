import { z } from 'zod';
import { vibePrompt, vibeServices } from '../domain/agent-prompts.ts';
import { findVisibleAgent } from './agent-access.ts';
import { defineOperation } from './define-operation.ts';
import { isRefusal, ok, unprocessable } from './outcome.ts';
import { id } from './record-parts.ts';

const serviceList = z.object({
  items: z.array(z.object({ service_name: z.string(), title: z.string() })),
});

const vibePromptRecord = z.object({ agent_id: id, service_name: z.string(), prompt: z.string() });

export const vibeSchemas = { VibeCoderListResponse: serviceList, VibeCoderPromptResponse: vibePromptRecord };

/** GET /me/agents/{agent_id}/vibe; no 403 or 404 is documented, so an agent that the caller may not see is an input that can't be. */
const getVibePrompt = defineOperation('getVibePrompt', {
  result: vibePromptRecord,
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

/** GET /me/vibe/services */
const listVibeServices = defineOperation('listVibeServices', {
  result: serviceList,
  answer: () => ok({ items: vibeServices.map(({ service_name, title }) => ({ service_name, title })) }),
});

export const vibeCodingOperations = [getVibePrompt, listVibeServices];
