import { updateStudioChat as changeChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';
import { studioChatPartBody, toFields } from './studio-chat-body.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { checkVisibility, findOwnStudioChat, notFound } from './studio-chat-rules.ts';

/** PATCH /me/agent-studio-chats/{run_id} */
export const updateStudioChat = defineOperation('updateStudioChat', {
  body: studioChatPartBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const chat = await findOwnStudioChat(db, { runId: path.run_id, caller });
    if (isRefusal(chat)) return chat;
    const refusal = checkVisibility(body.visibility, caller.tier);
    if (refusal) return refusal;
    const changed = await changeChat(db, chat.runId, toFields(body));
    return changed ? ok(toStudioChatRecord(changed)) : notFound();
  },
});
