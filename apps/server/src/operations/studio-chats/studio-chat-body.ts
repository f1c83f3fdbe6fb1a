import { z } from 'zod';
import type { StudioChatFields } from '../../store/studio-chat-repository.ts';

const fields = {
  title: z.string().max(500).nullable().optional(),
  agent_id: z.string().max(200).nullable().optional(),
  visibility: z.enum(['private', 'public']).optional(),
};

/** Our fields of AgentStudioChatCreate. */
export const studioChatBody = z.looseObject({ run_id: z.string().min(1).max(200).optional(), ...fields });

/** Our fields of AgentStudioChatUpdate. */
export const studioChatPartBody = z.looseObject(fields);

/** The fields that a body gives, by the names that the store has for them. */
export function toFields(body: z.output<typeof studioChatPartBody>): Partial<StudioChatFields> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.agent_id !== undefined && { agentId: body.agent_id }),
    ...(body.visibility !== undefined && { visibility: body.visibility }),
  };
}
