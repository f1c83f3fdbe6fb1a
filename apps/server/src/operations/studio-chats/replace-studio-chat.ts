import { updateStudioChat as changeChat } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, unprocessable } from '../outcome.ts';
import { studioChatBody, toFields } from './studio-chat-body.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';
import { checkVisibility, defaultFields, findOwnStudioChat, notFound } from './studio-chat-rules.ts';

/** PUT /me/agent-studio-chats/{run_id}: what the body leaves out has its default again. */
export const replaceStudioChat = defineOperation('replaceStudioChat', {
  body: studioChatBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const chat = await findOwnStudioChat(db, { runId: path.run_id, caller });
    if (isRefusal(chat)) return chat;
    if (body.run_id !== undefined && body.run_id !== chat.runId)
      return unprocessable(['body', 'run_id'], 'The run_id of a chat cannot be changed.');
    const refusal = checkVisibility(body.visibility, caller.tier);
    if (refusal) return refusal;
    const changed = await changeChat(db, chat.runId, { ...defaultFields(caller.tier), ...toFields(body) });
    return changed ? ok(toStudioChatRecord(changed)) : notFound();
  },
});
