import { findStudioChat, insertStudioChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { studioChatBody, toFields } from './studio-chat-body.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { checkVisibility, defaultFields } from './studio-chat-rules.ts';

/** POST /me/agent-studio-chats: gives back the caller's own chat of a run ID; another's or a deleted one is in the way. */
export const createStudioChat = defineOperation('createStudioChat', {
  body: studioChatBody,
  async answer({ caller, body }, { store: { db } }) {
    const refusal = checkVisibility(body.visibility, caller.tier);
    if (refusal) return refusal;
    const runId = body.run_id ?? crypto.randomUUID();
    const fields = { ...defaultFields(caller.tier), ...toFields(body) };
    const made = await insertStudioChat(db, { runId, userId: caller.userId, ...fields });
    const chat = made ?? (await findStudioChat(db, runId));
    if (!chat || chat.deletedAt || chat.userId !== caller.userId)
      return refuse('conflict', 'There is another chat with this run_id.');
    return ok(toStudioChatRecord(chat));
  },
});
