import { cloneStudioChat } from './clone-studio-chat.ts';
import { createStudioChat } from './create-studio-chat.ts';
import { deleteStudioChat } from './delete-studio-chat.ts';
import { getStudioChat } from './get-studio-chat.ts';
import { listStudioChats } from './list-studio-chats.ts';
import { replaceStudioChat } from './replace-studio-chat.ts';
import { updateStudioChat } from './update-studio-chat.ts';

export const studioChatOperations = [
  listStudioChats,
  createStudioChat,
  getStudioChat,
  replaceStudioChat,
  updateStudioChat,
  deleteStudioChat,
  cloneStudioChat,
];
