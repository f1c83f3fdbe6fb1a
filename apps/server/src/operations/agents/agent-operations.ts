import { checkVanitySlug } from './check-vanity-slug.ts';
import { generateUpsellDescription } from './generate-upsell-description.ts';
import { generateVanitySlug } from './generate-vanity-slug.ts';
import { getAgent } from './get-agent.ts';
import { getVibePrompt } from './get-vibe-prompt.ts';
import { listAgents } from './list-agents.ts';
import { listVibeServices } from './list-vibe-services.ts';
import { upsertAgent } from './upsert-agent.ts';

export const agentOperations = [
  listAgents,
  upsertAgent,
  getAgent,
  generateUpsellDescription,
  checkVanitySlug,
  generateVanitySlug,
  getVibePrompt,
  listVibeServices,
];
