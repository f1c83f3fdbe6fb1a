import type { AgentRecord } from '../../store/agent-record-repository.ts';

/** The AgentModel of an agent, which is its chat as well. */
export function toAgentModel(agent: AgentRecord) {
  return {
    agent_id: agent.id,
    chat_id: agent.id,
    name: agent.name,
    description: agent.description,
    chat_prompt: agent.prompt,
    visibility: agent.visibility,
    vanity_slug: agent.vanitySlug,
    upsell_description: agent.upsellDescription,
    subscription_price: agent.subscriptionPrice,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
  };
}
