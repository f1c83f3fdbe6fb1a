import { z } from 'zod';
import { defaultVisibility, mayBecome } from '../domain/visibility.ts';
import { endSubscriptionsTo } from '../payments/subscriptions.ts';
import { copyFiles, listFiles } from '../store/agent-file-repository.ts';
import {
  deleteAgentRecord,
  findAgentRecord,
  insertAgentRecord,
  listAgentRecords,
} from '../store/agent-record-repository.ts';
import { findTheme, insertFeedback, setTheme } from '../store/agent-repository.ts';
import { insertRun } from '../store/run-repository.ts';
import type { Database } from '../store/store.ts';
import { findOpenAgent, findOwnAgent, findVisibleAgent, ownersOf } from './agent-access.ts';
import { agentRunLog, toRunCreatedLog } from './agent-runs.ts';
import {
  agentBody,
  agentModel,
  agentPartBody,
  changeAgent,
  checkPart,
  checkWhole,
  createAgent,
  defaultFields,
  refusingTakenSlug,
  showAgent,
  toAgentModel,
  toFields,
} from './agents.ts';
import { defineOperation } from './define-operation.ts';
import { isRefusal, ok, okOf, refuse, unprocessable } from './outcome.ts';

const socialPreview = z.object({
  type: z.literal('website'),
  site_name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  url: z.string(),
});

/** Read by the contract's schema. */
export const chatBodies = {
  UserFeedbackRequest: z.looseObject({}).describe('Any object; it is kept whole.'),
};

/** GET /me/chats */
const listChats = defineOperation('listChats', {
  result: z.array(agentModel),
  isCacheable: 'own',
  answer: async ({ caller }, { store }) =>
    ok((await listAgentRecords(store.db, caller.userId)).map(toAgentModel)),
});

/** POST /me/chats (deprecated): always creates. */
const createChat = defineOperation('createChat', {
  addsTo: ['agents'],
  changesOwn: true,
  result: agentModel,
  body: agentBody,
  answer: async ({ caller, body }, services) =>
    checkWhole(body, caller.tier) ?? (await createAgent(services, caller, toFields(body))),
});

/** GET /me/chats/{chat_id} */
const getChat = defineOperation('getChat', {
  result: agentModel,
  isCacheable: true,
  async answer({ caller, path }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.chat_id, caller });
    return isRefusal(agent) ? agent : okOf(ownersOf(agent, caller), await showAgent(store.db, agent, caller));
  },
});

/** PUT /me/chats/{chat_id}: what the body leaves out has its default again. */
const replaceChat = defineOperation('replaceChat', {
  changesOwn: true,
  result: agentModel,
  body: agentBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const refusal = checkWhole(body, caller.tier);
    return refusal ?? (await changeAgent(db, agent, { ...defaultFields(caller.tier), ...toFields(body) }));
  },
});

/** PATCH /me/chats/{chat_id} */
const updateChat = defineOperation('updateChat', {
  changesOwn: true,
  result: agentModel,
  body: agentPartBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const refusal = checkPart(body, caller.tier);
    return refusal ?? (await changeAgent(db, agent, toFields(body)));
  },
});

/** DELETE /me/chats/{chat_id} */
const deleteChat = defineOperation('deleteChat', {
  result: agentModel,
  async answer({ caller, path }, { store, payments }) {
    const { db } = store;
    const agent = await findOwnAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    await endSubscriptionsTo(agent.id, { store, payments });
    await deleteAgentRecord(db, agent.id);
    return ok(toAgentModel(agent));
  },
});

const site = 'Agent Workers';

/** GET /me/chats/{chat_id}/og: a chat that the caller may not see looks like one that isn't there, for no refusal is documented. */
const getChatSocialPreview = defineOperation('getChatSocialPreview', {
  result: socialPreview,
  async answer({ caller, path, origin }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.chat_id, caller });
    const preview = { type: 'website' as const, site_name: site };
    if (isRefusal(agent)) return ok({ ...preview, title: site, description: null, url: origin });
    const description = agent.upsellDescription ?? agent.description;
    return ok({ ...preview, title: agent.name, description, url: `${origin}/me/chats/${agent.id}` });
  },
});

/** POST /me/chats/{chat_id}/clone: a public chat with its theme and files becomes one of the caller's. */
const cloneChat = defineOperation('cloneChat', {
  addsTo: ['agents', 'bytes'],
  changesOwn: true,
  result: agentModel,
  body: agentPartBody.nullish(),
  async answer({ caller, path, body }, { store: { db }, quotas }) {
    const source = await findAgentRecord(db, path.chat_id);
    if (!source) return refuse('not-found', 'Chat not found.');
    if (source.visibility !== 'public') return refuse('forbidden', 'This chat is not public.');
    // A copy would outlast the subscription.
    if (source.subscriptionPrice !== null && source.userId !== caller.userId)
      return refuse('forbidden', 'A paid chat can be cloned by its owner only.');
    // A 400 is documented for every other way to break this rule, but not for this operation.
    if (!mayBecome(body?.visibility, caller.tier))
      return unprocessable(['body', 'visibility'], 'The sandbox tier cannot make a chat private.');
    if (body?.chat_prompt?.trim() === '')
      return unprocessable(['body', 'chat_prompt'], 'The chat prompt is blank.');
    const own = {
      id: crypto.randomUUID(),
      userId: caller.userId,
      visibility: defaultVisibility(caller.tier),
    };
    const clone = { ...source, vanitySlug: null, subscriptionPrice: null, ...own, ...toFields(body ?? {}) };
    const insert = () =>
      db.transaction().execute(async (transaction) => {
        const made = await insertAgentRecord(transaction, clone);
        await copyBelongings(transaction, { from: source.id, to: clone.id });
        return made;
      });
    const { userId } = caller;
    const amount = (await listFiles(db, source.id)).reduce((sum, { size }) => sum + size, 0);
    const made = await refusingTakenSlug(() =>
      quotas.within({ quota: 'bytes', userId, amount }, () =>
        quotas.within({ quota: 'agents', userId }, insert),
      ),
    );
    return isRefusal(made) ? made : ok(toAgentModel(made));
  },
});

async function copyBelongings(db: Database, ids: { from: string; to: string }): Promise<void> {
  const theme = await findTheme(db, ids.from);
  if (theme) await setTheme(db, ids.to, theme.color);
  await copyFiles(db, ids);
}

/** POST /me/chats/{chat_id}/feedback: any object is feedback, and is kept whole. */
const submitChatFeedback = defineOperation('submitChatFeedback', {
  changesOwn: true,
  result: agentModel,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return refuse('not-found', 'Chat not found.');
    await insertFeedback(db, { agentId: agent.id, userId: caller.userId, feedback: body });
    return ok(await showAgent(db, agent, caller));
  },
});

/** POST /me/chats/{chat_id}/runs: opens a run of the chat, in which nothing has been said yet. */
const createChatRunLog = defineOperation('createChatRunLog', {
  addsTo: ['runs'],
  changesOwn: true,
  result: agentRunLog,
  async answer({ caller, path }, { store: { db }, quotas }) {
    const agent = await findOpenAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const run = { id: crypto.randomUUID(), agentId: agent.id, userId: caller.userId };
    const { createdAt } = await quotas.within({ quota: 'runs', userId: caller.userId }, () =>
      insertRun(db, run),
    );
    return ok(toRunCreatedLog({ runId: run.id, agentId: agent.id, createdAt }));
  },
});

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
