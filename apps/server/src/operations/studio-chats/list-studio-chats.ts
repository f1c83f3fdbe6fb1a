import { listStudioChats as listChats } from '../../store/studio-chat-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toStudioChatRecord } from './studio-chat-record.ts';

/** GET /me/agent-studio-chats */
export const listStudioChats = defineOperation('listStudioChats', {
  isRepeatable: true,
  answer: async ({ caller }, { store }) =>
    ok((await listChats(store.db, caller.userId)).map(toStudioChatRecord)),
});
