import { z } from 'zod';
import { cents, id, time, visibility } from './record-parts.ts';

const color = /^#[0-9A-Fa-f]{6}$/;

const file = z.object({
  file_id: id,
  agent_id: id,
  name: z.string(),
  media_type: z.string(),
  size: z.int().describe('Of the content, in bytes of UTF-8.'),
  position: z.int().min(0),
  created_at: time,
  updated_at: time,
});

export const agentRecords = {
  AgentModel: z.object({
    agent_id: id,
    chat_id: id.describe('The same record as a chat: equal to agent_id.'),
    name: z.string(),
    description: z.string().nullable(),
    chat_prompt: z.string(),
    visibility,
    vanity_slug: z.string().nullable(),
    upsell_description: z.string().nullable(),
    subscription_price: cents.nullable().describe('In cents per month; null for a free agent.'),
    created_at: time,
    updated_at: time,
  }),
  AgentFileResponse: file.extend({ content: z.string().optional().describe('Left out of lists.') }),
  AgentFileListResponse: z.object({ items: z.array(file) }),
  AgentThemePreferenceResponse: z.object({
    agent_id: id,
    theme_color: z.string().regex(color),
    updated_at: time,
  }),
  AgentStudioChat: z.object({
    run_id: z.string(),
    title: z.string().nullable(),
    agent_id: z.string().nullable(),
    visibility,
    created_at: time,
    updated_at: time,
    deleted_at: time.nullable(),
  }),
  VibeCoderListResponse: z.object({
    items: z.array(z.object({ service_name: z.string(), title: z.string() })),
  }),
  VibeCoderPromptResponse: z.object({ agent_id: id, service_name: z.string(), prompt: z.string() }),
};

/** Bodies whose fields no operation reads by a schema of its own. */
export const agentBodies = {
  AgentThemePreferenceUpsertRequest: z.looseObject({
    theme_color: z.string().regex(color).describe('Any other is refused with 400.'),
  }),
  UserFeedbackRequest: z.looseObject({}).describe('Any object; it is kept whole.'),
};

/** Answers for which the contract has no schema. */
export const agentAnswers = {
  generateVanitySlug: z.object({ slug: z.string() }),
  checkVanitySlug: z.object({ slug: z.string(), available: z.boolean() }),
  getChatSocialPreview: z.object({
    type: z.literal('website'),
    site_name: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    url: z.string(),
  }),
};
