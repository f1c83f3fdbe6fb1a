import { findStudioChat, insertStudioChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { created, refuse } from '../outcome.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { defaultFields, notFound } from './studio-chat-rules.ts';

/** POST /me/agent-studio-chats/{run_id}/clone: of a public chat, whoever owns it. */
export const cloneStudioChat = defineOperation('cloneStudioChat', {
  async answer({ caller, path }, { store: { db } }) {
    const chat = await findStudioChat(db, path.run_id);
    if (!chat || chat.deletedAt) return notFound();
    if (chat.visibility === 'private') return refuse('invalid', 'Private chats cannot be cloned.');
    const copy = { ...defaultFields(caller.tier), title: chat.title, agentId: chat.agentId };
    const clone = await insertStudioChat(db, { ...copy, runId: crypto.randomUUID(), userId: caller.userId });
    return clone
      ? created(toStudioChatRecord(clone))
      : refuse('invalid', 'The clone could not be made. Try again.');
  },
});
