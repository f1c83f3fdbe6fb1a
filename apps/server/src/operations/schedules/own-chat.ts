import { z } from 'zod';
import { findAgent } from '../../store/agent-repository.ts';
import type { Store } from '../../store/store.ts';

/** Whether the identifier names a chat that the user owns. */
export async function isOwnChat(
  db: Store['db'],
  { chatId, userId }: { chatId: string; userId: string },
): Promise<boolean> {
  if (!z.guid().safeParse(chatId).success) return false;
  return (await findAgent(db, { id: chatId, userId })) !== undefined;
}
