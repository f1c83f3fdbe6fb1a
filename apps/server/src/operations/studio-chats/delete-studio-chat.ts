import { findStudioChat, softDeleteStudioChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { notFound } from './studio-chat-rules.ts';

/** DELETE /me/agent-studio-chats/{run_id}: a soft delete, which fails when it was done before. */
export const deleteStudioChat = defineOperation('deleteStudioChat', {
  async answer({ caller, path }, { store: { db } }) {
    const chat = await findStudioChat(db, path.run_id);
    const isOwn = chat?.userId === caller.userId;
    if (!chat || (chat.deletedAt && !isOwn)) return notFound();
    if (!isOwn) return refuse('forbidden', 'This chat belongs to another user.');
    const deleted = await softDeleteStudioChat(db, chat.runId);
    return deleted ? ok(toStudioChatRecord(deleted)) : refuse('invalid', 'This chat is deleted already.');
  },
});
