import { cloneChat } from './clone-chat.ts';
import { createChat } from './create-chat.ts';
import { createChatRunLog } from './create-chat-run-log.ts';
import { deleteChat } from './delete-chat.ts';
import { getChat } from './get-chat.ts';
import { getChatSocialPreview } from './get-chat-social-preview.ts';
import { listChats } from './list-chats.ts';
import { replaceChat } from './replace-chat.ts';
import { submitChatFeedback } from './submit-chat-feedback.ts';
import { updateChat } from './update-chat.ts';

export const chatOperations = [
  listChats,
  createChat,
  getChat,
  replaceChat,
  updateChat,
  deleteChat,
  getChatSocialPreview,
  cloneChat,
  submitChatFeedback,
  createChatRunLog,
];
