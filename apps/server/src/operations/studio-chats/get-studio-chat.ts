import { findStudioChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { notFound } from './studio-chat-rules.ts';

/** GET /me/agent-studio-chats/{run_id} */
export const getStudioChat = defineOperation('getStudioChat', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const chat = await findStudioChat(store.db, path.run_id);
    if (!chat || chat.deletedAt) return notFound();
    if (chat.visibility === 'private' && chat.userId !== caller?.userId)
      return refuse('forbidden', 'This chat is private.');
    return ok(toStudioChatRecord(chat));
  },
});
