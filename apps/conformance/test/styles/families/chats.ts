import { randomUUID } from 'node:crypto';
import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import type { Agent, RunView } from '../store.ts';
import { changeAgent, createAgent, findAgent, shown, slugRefusal } from './agent-record.ts';
import { listAgents } from './agents.ts';
import { requestedVisibility, sandboxRefusal } from './visibility.ts';

const one = '/me/chats/{chat_id}';
const asUuid = { ids: { chat_id: 'uuid' } } as const;

export const chatRoutes: readonly Route[] = [
  { method: 'GET', path: '/me/chats', answer: 'AgentModel', many: true, statuses: [], handle: listAgents },
  {
    method: 'POST',
    path: '/me/chats',
    input: 'AgentRequest',
    answer: 'AgentModel',
    statuses: [400],
    handle: (call) => sandboxRefusal(call) ?? slugRefusal(call) ?? ok(shown(call, createAgent(call))),
  },
  {
    method: 'GET',
    path: one,
    open: true,
    answer: 'AgentModel',
    statuses: [403, 404],
    handle: (call) => onChat(call, 'read', (chat) => ok(shown(call, chat))),
  },
  {
    method: 'PUT',
    path: one,
    input: 'AgentRequest',
    answer: 'AgentModel',
    statuses: [400, 403, 404],
    handle: (call) => onChat(call, 'change', (chat) => replace(call, chat)),
  },
  {
    method: 'PATCH',
    path: one,
    input: 'AgentRequestPartial',
    answer: 'AgentModel',
    statuses: [400, 403, 404],
    handle: (call) =>
      onChat(
        call,
        'change',
        (chat) =>
          sandboxRefusal(call) ??
          slugRefusal(call, chat.agent_id) ??
          ok(shown(call, changeAgent(call, chat))),
      ),
  },
  {
    method: 'DELETE',
    path: one,
    answer: 'AgentModel',
    statuses: [403, 404],
    handle: (call) =>
      onChat(call, 'change', (chat) => {
        const { store, style } = call;
        if (style.choices.chats.delete === 'hard') store.agents.delete(chat.agent_id);
        else store.agents.set(chat.agent_id, { ...chat, deleted: true });
        return ok(shown(call, chat));
      }),
  },
  {
    ...asUuid,
    method: 'GET',
    path: `${one}/og`,
    unspecified: 'SocialPreview',
    open: true,
    statuses: [],
    handle: (call) => {
      const found = findAgent(call, 'read', call.path.chat_id);
      return 'answer' in found && call.style.choices.chats.ogOfUnknown === 404
        ? notFound('chat')
        : { status: 200, unspecified: { prompt: 'An agent' } };
    },
  },
  {
    ...asUuid,
    method: 'POST',
    path: `${one}/clone`,
    input: 'AgentRequestPartial',
    optionalInput: true,
    answer: 'AgentModel',
    statuses: [403, 404],
    handle: clone,
  },
  {
    ...asUuid,
    method: 'POST',
    path: `${one}/feedback`,
    input: 'UserFeedbackRequest',
    answer: 'AgentModel',
    statuses: [404],
    handle: (call) => {
      const found = findAgent(call, 'read', call.path.chat_id);
      return 'answer' in found ? notFound('chat') : ok(shown(call, found.agent));
    },
  },
  {
    ...asUuid,
    method: 'POST',
    path: `${one}/runs`,
    answer: 'AgentRunLog',
    statuses: [403, 404, 500],
    handle: (call) => onChat(call, 'change', (chat) => logRun(call, chat)),
  },
];

function onChat(call: Call, act: 'read' | 'change', then: (chat: Agent) => Answer): Answer {
  const found = findAgent(call, act, call.path.chat_id);
  return 'answer' in found ? found.answer : then(found.agent);
}

function replace(call: Call, chat: Agent): Answer {
  const { style, body, user } = call;
  const refusal = sandboxRefusal(call) ?? slugRefusal(call, chat.agent_id);
  if (refusal) return refusal;
  if (style.choices.chats.putLeavesRest) return ok(shown(call, changeAgent(call, chat)));
  const visibility = user.tier === 'sandbox' ? 'public' : style.choices.agents.defaultVisibility;
  const blank: Agent = { ...chat, visibility, vanity_slug: null, attributes: body.attributes };
  return ok(shown(call, changeAgent(call, blank)));
}

function clone(call: Call): Answer {
  const { style, user, body } = call;
  const found = findAgent(call, 'read', call.path.chat_id);
  if ('answer' in found) return found.answer;
  const { ownPrivateClone, sandboxPrivateClone } = style.choices.chats;
  if (found.agent.visibility === 'private' && ownPrivateClone === 403) return refuse(403, 'Not public');
  const isRefused = user.tier === 'sandbox' && requestedVisibility(call);
  if (isRefused === 'private' && sandboxPrivateClone !== 'public') {
    return refuse(sandboxPrivateClone, 'The sandbox tier has no private things');
  }
  const { chat_prompt, visibility } = found.agent;
  const attributes = { ...found.agent.attributes, ...body.attributes };
  const copied = { fields: { chat_prompt, visibility, ...body.fields }, attributes };
  return ok(shown(call, createAgent({ ...call, body: copied })));
}

function logRun({ style, store, user }: Call, chat: Agent): Answer {
  const { agent_id, chat_id } = chat;
  const view: RunView = { run_id: randomUUID(), agent_id, chat_id, owner: user.id, created_at: store.now() };
  if (style.choices.chats.runLogIsListed) store.views.set(view.run_id, view);
  return ok({ ...view });
}
