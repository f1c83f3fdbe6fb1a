import { z } from 'zod';
import { slugPattern } from '../../domain/vanity-slug.ts';
import type { AgentFields } from '../../store/agent-record-repository.ts';

const fields = {
  name: z.string().max(200).optional(),
  description: z.string().max(10_000).nullable().optional(),
  chat_prompt: z.string().max(100_000).optional(),
  visibility: z.enum(['private', 'public']).optional(),
  vanity_slug: z
    .string()
    .regex(slugPattern, 'Expected 3 to 63 lower-case letters, digits and single hyphens between them.')
    .nullable()
    .optional(),
  subscription_price: z.int().min(1).max(100_000_000).nullable().optional(),
};

/** Our fields of AgentRequest. Without a prompt it's refused with a 400, so this schema lets it through. */
export const agentBody = z
  .looseObject({ agent_id: z.string().optional(), ...fields })
  .meta({ required: ['chat_prompt'] });

/** Our fields of AgentRequestPartial. */
export const agentPartBody = z.looseObject(fields);

export type AgentBody = z.output<typeof agentPartBody>;

/** The fields that a body gives, by the names that the store has for them. */
export function toFields(body: AgentBody): Partial<AgentFields> {
  const given: { [Name in keyof AgentFields]: AgentFields[Name] | undefined } = {
    name: body.name,
    prompt: body.chat_prompt,
    description: body.description,
    visibility: body.visibility,
    vanitySlug: body.vanity_slug,
    subscriptionPrice: body.subscription_price,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
