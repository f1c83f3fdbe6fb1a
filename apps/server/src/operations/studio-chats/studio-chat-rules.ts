import { defaultVisibility, mayBecome, type Visibility } from '../../domain/visibility.ts';
import type { Caller, Tier } from '../../identity/caller.ts';
import type { Database } from '../../store/store.ts';
import {
  findStudioChat,
  type StudioChat,
  type StudioChatFields,
} from '../../store/studio-chat-repository.ts';
import { type Refusal, refuse } from '../outcome.ts';

/** A chat that is the caller's own and not deleted. */
export async function findOwnStudioChat(
  db: Database,
  { runId, caller }: { runId: string; caller: Caller },
): Promise<StudioChat | Refusal<'not-found' | 'forbidden'>> {
  const chat = await findStudioChat(db, runId);
  if (!chat || chat.deletedAt) return notFound();
  return chat.userId === caller.userId ? chat : refuse('forbidden', 'This chat belongs to another user.');
}

export function notFound(): Refusal<'not-found'> {
  return refuse('not-found', 'Chat not found.');
}

/** Section 8: the sandbox tier can't make a studio chat private. */
export function checkVisibility(
  visibility: Visibility | undefined,
  tier: Tier,
): Refusal<'invalid'> | undefined {
  if (mayBecome(visibility, tier)) return undefined;
  return refuse('invalid', 'The sandbox tier cannot make a chat private.');
}

/** What a chat is where nothing is said. */
export function defaultFields(tier: Tier): StudioChatFields {
  return { title: null, agentId: null, visibility: defaultVisibility(tier) };
}
