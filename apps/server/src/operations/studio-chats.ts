import { z } from 'zod';
import { QuotaExceeded, type QuotaGuard } from '../domain/quotas.ts';
import {
  type Caller,
  defaultVisibility,
  mayBecome,
  type Tier,
  type Visibility,
} from '../domain/visibility.ts';
import { isRunOfAnother } from '../store/run-repository.ts';
import type { Database } from '../store/store.ts';
import {
  updateStudioChat as changeChat,
  findStudioChat,
  insertStudioChat,
  listStudioChats as listChats,
  type StudioChat,
  type StudioChatFields,
  softDeleteStudioChat,
} from '../store/studio-chat-repository.ts';
import { ownersOf } from './agent-access.ts';
import { defineOperation } from './define-operation.ts';
import { created, isRefusal, ok, okOf, type Refusal, refuse, unprocessable } from './outcome.ts';
import { time, visibility } from './record-parts.ts';

const studioChat = z.object({
  run_id: z.string(),
  title: z.string().nullable(),
  agent_id: z.string().nullable(),
  visibility,
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
});

export const studioChatSchemas = { AgentStudioChat: studioChat };

/** An AgentStudioChat. */
function toStudioChatRecord(chat: StudioChat): z.output<typeof studioChat> {
  return {
    run_id: chat.runId,
    title: chat.title,
    agent_id: chat.agentId,
    visibility: chat.visibility,
    created_at: chat.createdAt.toISOString(),
    updated_at: chat.updatedAt.toISOString(),
    deleted_at: chat.deletedAt?.toISOString() ?? null,
  };
}

const fields = {
  title: z.string().max(500).nullable().optional(),
  agent_id: z.string().max(200).nullable().optional(),
  visibility: z.enum(['private', 'public']).optional(),
};

/** Our fields of AgentStudioChatCreate. */
const studioChatBody = z.looseObject({ run_id: z.string().min(1).max(200).optional(), ...fields });

/** Our fields of AgentStudioChatUpdate. */
const studioChatPartBody = z.looseObject(fields);

/** The fields that a body gives, by the names that the store has for them. */
function toFields(body: z.output<typeof studioChatPartBody>): Partial<StudioChatFields> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.agent_id !== undefined && { agentId: body.agent_id }),
    ...(body.visibility !== undefined && { visibility: body.visibility }),
  };
}

/** A chat that is the caller's own and not deleted. */
async function findOwnStudioChat(
  db: Database,
  { runId, caller }: { runId: string; caller: Caller },
): Promise<StudioChat | Refusal<'not-found' | 'forbidden'>> {
  const chat = await findStudioChat(db, runId);
  if (!chat || chat.deletedAt) return notFound();
  return chat.userId === caller.userId ? chat : refuse('forbidden', 'This chat belongs to another user.');
}

function notFound(): Refusal<'not-found'> {
  return refuse('not-found', 'Chat not found.');
}

function taken(): Refusal<'conflict'> {
  return refuse('conflict', 'There is another chat with this run_id.');
}

/** Section 8: the sandbox tier can't make a studio chat private. */
function checkVisibility(visibility: Visibility | undefined, tier: Tier): Refusal<'invalid'> | undefined {
  if (mayBecome(visibility, tier)) return undefined;
  return refuse('invalid', 'The sandbox tier cannot make a chat private.');
}

/** What a chat is where nothing is said. */
function defaultFields(tier: Tier): StudioChatFields {
  return { title: null, agentId: null, visibility: defaultVisibility(tier) };
}

/** Adds a chat; a used up quota is one of the ways to fail that have the documented status 400. */
async function orRefusal<Result>(
  quotas: QuotaGuard,
  { userId }: Caller,
  insert: () => Promise<Result>,
): Promise<Result | Refusal<'invalid'>> {
  try {
    return await quotas.within({ quota: 'chats', userId }, insert);
  } catch (error) {
    if (error instanceof QuotaExceeded) return refuse('invalid', error.message);
    throw error;
  }
}

/** GET /me/agent-studio-chats */
const listStudioChats = defineOperation('listStudioChats', {
  result: z.array(studioChat),
  isCacheable: 'own',
  answer: async ({ caller }, { store }) =>
    ok((await listChats(store.db, caller.userId)).map(toStudioChatRecord)),
});

/** POST /me/agent-studio-chats: gives back the caller's own chat of a run ID; another's or a deleted one is in the way. */
const createStudioChat = defineOperation('createStudioChat', {
  changesOwn: true,
  result: studioChat,
  body: studioChatBody,
  async answer({ caller, body }, { store: { db }, quotas }) {
    const refusal = checkVisibility(body.visibility, caller.tier);
    if (refusal) return refusal;
    const runId = body.run_id ?? crypto.randomUUID();
    if (await isRunOfAnother(db, { runId, userId: caller.userId })) return taken();
    const fields = { ...defaultFields(caller.tier), ...toFields(body) };
    const known = await findStudioChat(db, runId);
    const made =
      known ??
      (await orRefusal(quotas, caller, () =>
        insertStudioChat(db, { runId, userId: caller.userId, ...fields }),
      ));
    if (isRefusal(made)) return made;
    const chat = made ?? (await findStudioChat(db, runId));
    if (!chat || chat.deletedAt || chat.userId !== caller.userId) return taken();
    return ok(toStudioChatRecord(chat));
  },
});

/** GET /me/agent-studio-chats/{run_id} */
const getStudioChat = defineOperation('getStudioChat', {
  result: studioChat,
  isCacheable: true,
  async answer({ caller, path }, { store }) {
    const chat = await findStudioChat(store.db, path.run_id);
    if (!chat || chat.deletedAt) return notFound();
    if (chat.visibility === 'private' && chat.userId !== caller?.userId)
      return refuse('forbidden', 'This chat is private.');
    return okOf(ownersOf(chat, caller), toStudioChatRecord(chat));
  },
});

/** PUT /me/agent-studio-chats/{run_id}: what the body leaves out has its default again. */
const replaceStudioChat = defineOperation('replaceStudioChat', {
  changesOwn: true,
  result: studioChat,
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

/** PATCH /me/agent-studio-chats/{run_id} */
const updateStudioChat = defineOperation('updateStudioChat', {
  changesOwn: true,
  result: studioChat,
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

/** DELETE /me/agent-studio-chats/{run_id}: a soft delete, which fails when it was done before. */
const deleteStudioChat = defineOperation('deleteStudioChat', {
  changesOwn: true,
  result: studioChat,
  async answer({ caller, path }, { store: { db } }) {
    const chat = await findStudioChat(db, path.run_id);
    const isOwn = chat?.userId === caller.userId;
    if (!chat || (chat.deletedAt && !isOwn)) return notFound();
    if (!isOwn) return refuse('forbidden', 'This chat belongs to another user.');
    const deleted = await softDeleteStudioChat(db, chat.runId);
    return deleted ? ok(toStudioChatRecord(deleted)) : refuse('invalid', 'This chat is deleted already.');
  },
});

/** POST /me/agent-studio-chats/{run_id}/clone: of a public chat of any owner. */
const cloneStudioChat = defineOperation('cloneStudioChat', {
  changesOwn: true,
  result: studioChat,
  async answer({ caller, path }, { store: { db }, quotas }) {
    const chat = await findStudioChat(db, path.run_id);
    if (!chat || chat.deletedAt) return notFound();
    if (chat.visibility === 'private') return refuse('invalid', 'Private chats cannot be cloned.');
    const copy = { ...defaultFields(caller.tier), title: chat.title, agentId: chat.agentId };
    const own = { ...copy, runId: crypto.randomUUID(), userId: caller.userId };
    const clone = await orRefusal(quotas, caller, () => insertStudioChat(db, own));
    if (isRefusal(clone)) return clone;
    return clone
      ? created(toStudioChatRecord(clone))
      : refuse('invalid', 'The clone could not be made. Try again.');
  },
});

export const studioChatOperations = [
  listStudioChats,
  createStudioChat,
  getStudioChat,
  replaceStudioChat,
  updateStudioChat,
  deleteStudioChat,
  cloneStudioChat,
];
