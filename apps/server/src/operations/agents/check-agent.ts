import { mayBecome } from '../../domain/visibility.ts';
import type { Tier } from '../../identity/caller.ts';
import { type Refusal, refuse } from '../outcome.ts';
import type { AgentBody } from './agent-body.ts';

/** What the whole of an agent must have: a prompt, and no privacy that the tier doesn't give. */
export function checkWhole(body: AgentBody, tier: Tier): Refusal<'invalid'> | undefined {
  if (body.chat_prompt === undefined) return promptIsMissing();
  return checkPart(body, tier);
}

/** What a part of an agent must not do. */
export function checkPart(body: AgentBody, tier: Tier): Refusal<'invalid'> | undefined {
  if (body.chat_prompt?.trim() === '') return promptIsMissing();
  if (mayBecome(body.visibility, tier)) return undefined;
  return refuse('invalid', 'The sandbox tier cannot make an agent private.');
}

function promptIsMissing(): Refusal<'invalid'> {
  return refuse('invalid', 'The chat prompt is missing: give chat_prompt.');
}
